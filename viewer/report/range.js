// The smallest and the largest of many numbers: a call like Math.max(...numbers) fails with more than about 100,000.

/// [smallest, largest] of `numbers`, `least` and `most`; null values are ignored.
export function rangeOf(numbers, least, most) {
    for (const number of numbers) {
        if (number === null) continue;
        least = Math.min(least, number);
        most = Math.max(most, number);
    }
    return [least, most];
}

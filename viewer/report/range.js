// The smallest and the largest of many numbers. A call such as Math.max(...numbers) fails for more than about 100,000 arguments.

/// [smallest, largest] of `numbers`, `least` and `most`. Null values are ignored.
export function rangeOf(numbers, least, most) {
    for (const number of numbers) {
        if (number === null) continue;
        least = Math.min(least, number);
        most = Math.max(most, number);
    }
    return [least, most];
}

// The smallest and the largest of many numbers: a call like Math.max(...numbers) fails from some 100,000 of them on.

/// [smallest, largest] of `numbers` and of the two that it holds at least; what is null counts for nothing.
export function rangeOf(numbers, least, most) {
    for (const number of numbers) {
        if (number === null) continue;
        least = Math.min(least, number);
        most = Math.max(most, number);
    }
    return [least, most];
}

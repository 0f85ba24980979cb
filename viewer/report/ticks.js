// Round numbers for the axes of charts.

function niceStep(span, parts) {
    const rough = Math.max(span, 1e-9) / parts;
    const size = 10 ** Math.floor(Math.log10(rough));
    return [1, 2, 2.5, 5, 10].map((factor) => factor * size).find((step) => step >= rough && step >= 0.5) ?? 1;
}

/// Round numbers from `least` to `most`, which divide this range into about `parts` parts.
export function ticksOf(least, most, parts) {
    const step = niceStep(most - least, parts);
    const ticks = [];
    for (let i = Math.ceil(least / step); i * step <= most + 1e-9; ++i) ticks.push(i * step);
    return ticks;
}

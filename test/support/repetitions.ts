/**
 * How often a test repeats: `few` finds every fault that the test plants. `MAS_LONG=1`, as before a release, gives `many`,
 * which finds what seldom happens.
 */
export const repetitions = (few: number, many: number): number => (process.env.MAS_LONG === "1" ? many : few)

/** Whether the tests run before a release (`MAS_LONG=1`), and not for a change. */
export const isRelease = process.env.MAS_LONG === "1"

/** How often a test repeats: `few` finds every fault that the test plants; `many`, before a release, what seldom happens. */
export const repetitions = (few: number, many: number): number => (isRelease ? many : few)

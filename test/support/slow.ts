/** Whether what is slow by nature runs too: `npm test -- --all`. */
export const all = Boolean(process.env.MAS_ALL)

/** How often something is tried: a few times in every run, often where time is no matter. */
export const rounds = (few: number, many: number): number => (all ? many : few)

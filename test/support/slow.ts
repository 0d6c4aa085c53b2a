/** Whether what is slow by nature runs too: `npm test -- --all`. */
export const all = Boolean(process.env.MAS_ALL)

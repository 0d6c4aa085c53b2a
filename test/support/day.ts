import type { Day } from "../../mock-server/index.ts"

/** The day of an example. Imported dynamically: it imports the built package, which is missing when types are checked. */
export const dayOf = async (name: string): Promise<(day: Day) => Promise<void>> =>
  (await import(`../../examples/simulation/${name}.ts`)).default

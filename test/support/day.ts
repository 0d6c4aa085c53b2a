import type { Day } from "../../mock-server/index.ts"

/** The day of an example, which imports the built package: that is not there when types are checked. */
export const dayOf = async (name: string): Promise<(day: Day) => Promise<void>> =>
  (await import(`../../examples/simulation/${name}.ts`)).default

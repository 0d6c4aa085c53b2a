import { rows } from "../spec/index.ts"
import { endpointNamed, type Mock, sample } from "./samples.ts"

/** Makes the records that the examples name and the seed does not hold. */
export async function prepare({ call }: Mock): Promise<void> {
  for (const { name } of rows.filter((row) => row.prepare)) {
    await call(...sample(endpointNamed(name), { idempotencyKey: `prepared-${name}` }))
  }
}

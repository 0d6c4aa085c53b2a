import { rows } from "../spec/index.ts"
import { endpointNamed, type Mock, sample } from "./samples.ts"

/** Creates the records that the examples need and the seed lacks. */
export async function prepare({ call }: Mock): Promise<void> {
  for (const { name } of rows.filter((row) => row.prepare)) {
    await call(...sample(endpointNamed(name), { idempotencyKey: `prepared-${name}` }))
  }
}

import type { Context } from "../../connection/context.ts"
import { control, mockAddress } from "../../runners/control.ts"

export async function run(context: Context): Promise<void> {
  await control(context, "POST /reset")
  context.note(`The mock server at ${await mockAddress(context)} was reset to its seed.`)
}

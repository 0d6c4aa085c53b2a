import type { Context } from "../../connection/context.ts"
import { requiredNumber } from "../../line/flag-values.ts"

export async function run(context: Context): Promise<void> {
  const client = await context.client()
  const id = requiredNumber(context.args, "id")
  const { secret } = await client.webhooks.get(id, { reveal: true }, { signal: context.io.signal })
  if (context.globals.output === undefined) await context.output.text(secret)
  else await context.output.record({ id, secret })
}

import type { Context } from "../../context.ts"

export { run } from "../endpoint.ts"

/** Says what is wrong with the template, which is fetched for that only where somebody looks on. */
export async function look(context: Context): Promise<void> {
  const { args, io, globals } = context
  if (!io.stderr.isTTY || globals["dry-run"]) return
  const { mailWarnings } = await import("../../ask/mail-warnings.ts")
  const client = await context.client()
  const warnings = mailWarnings(await client.templates.get(Number(args.id), { signal: io.signal }))
  if (warnings.length > 0) context.note(warnings.join("\n"))
}

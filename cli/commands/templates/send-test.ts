import type { Context } from "../../connection/context.ts"

export { run } from "../../runners/partial-result.ts"

/** Shows the template's problems. The template is fetched for this only on a terminal. */
export async function look(context: Context): Promise<void> {
  const { args, io, globals } = context
  if (!io.stderr.isTTY || globals["dry-run"]) return
  const { mailWarnings } = await import("../../terminal/ask/mail-warnings.ts")
  const client = await context.client()
  const warnings = mailWarnings(await client.templates.get(Number(args.id), { signal: io.signal }))
  if (warnings.length > 0) context.note(warnings.join("\n"))
}

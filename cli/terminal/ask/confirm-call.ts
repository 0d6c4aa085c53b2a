import type { Context } from "../../connection/context.ts"
import { targetText } from "../../connection/profile/profile.ts"
import { redirectionOf } from "../../connection/request/recipients.ts"
import type { RequestParts } from "../../connection/request/request-input.ts"
import { confirmByTyping, typableName } from "./confirm-by-typing.ts"
import { drawFacts } from "./facts.ts"

/**
 * Asks before a call that costs money, changes rights or cannot be undone, and shows its effects; `--yes` skips the question. For
 * a call that reaches many people, the user must type the record's name, or its id if the name cannot be typed.
 * @throws UsageError when the user cannot be asked; CliError (exit code 1) when the response is no.
 */
export async function confirmCall(context: Context, parts: RequestParts): Promise<void> {
  const { command, globals, isInteractive, io, output, ask } = context
  // Do not ask about a call that must not be sent.
  await redirectionOf(command, parts, await context.profile())
  const what = inWords(context, parts)
  if (globals.yes || globals["dry-run"] || !isInteractive) return context.confirm(what, { reason: command.confirm })
  const { confirmationDetails } = await import("./confirmation-details.ts")
  const { screen } = output
  const client = await context.client()
  const details = await confirmationDetails(command.name, { client, parts, screen, signal: io.signal })
  if (!details) return context.confirm(what, { reason: command.confirm })
  context.drawn(drawFacts(details.title, Object.entries(details.facts), screen))
  const { name } = details
  if (name === undefined) return context.confirm(command.summary, { reason: command.confirm })
  context.note(`This goes out ${targetText(await context.profile())}. It cannot be undone.`)
  const typable = typableName(name, screen)
  await confirmByTyping(ask, typable === undefined ? "its id" : "its name", typable ?? String(parts.params.id))
}

function inWords({ command, args }: Context, { body }: RequestParts): string {
  const { positionals } = command
  const visible = Object.entries(args).filter(([name]) => !positionals.some((one) => one.name === name && one.secret))
  const fields = Object.entries(body ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const values = [...visible.map(([, value]) => value), ...fields]
  return values.length > 0 ? `${command.summary} (${values.join(", ")})` : command.summary
}

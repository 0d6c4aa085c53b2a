import { addressOf, isEmail, phonePattern } from "../../../sdk/contract/core/text-rules.ts"
import type { MessageFields } from "../../../sdk/contract/messages.ts"
import type { Value } from "../../command.ts"
import type { Context } from "../../context.ts"
import { CliError } from "../../errors/cli-error.ts"
import { exitCodes } from "../../errors/exit-codes.ts"
import type { Screen } from "../../output/output.ts"
import { placeText } from "../../profile/place-text.ts"

type Fields = { -readonly [K in keyof MessageFields]?: MessageFields[K] }

/** Asks for a message part by part, shows it, and asks whether to send it. */
export async function composeMessage(context: Context): Promise<Record<string, Value | undefined>> {
  const { ask } = context
  const channel = await ask.choice("Channel:", [
    { value: "email", description: "A transactional e-mail" },
    { value: "sms", description: "A text message" },
  ])
  const fields = channel === "sms" ? await composeSms(context) : await composeEmail(context)
  context.note(preview(channel, fields, context.output.screen))
  const where = placeText(await context.profile())
  if (!context.globals.yes && !(await ask.confirm(`Send it ${where}?`))) {
    throw new CliError("stopped: nothing was sent", exitCodes.failure, { code: "declined" })
  }
  return { channel, ...fields }
}

const filled = (text: string) => (text.trim() === "" ? "Type it, or press Ctrl-C" : undefined)

async function composeSms({ ask }: Context): Promise<Fields> {
  const to = await ask.text("To (phone number):", {
    check: (typed) => (phonePattern.test(typed) ? undefined : "Must be in E.164 form, such as +4915112345678"),
  })
  return { to, body: await ask.text("Text:", { check: filled }) }
}

async function composeEmail(context: Context): Promise<Fields> {
  const { ask } = context
  const to = await ask.text("To:", { check: (typed) => (isEmail(typed) ? undefined : "Must be an e-mail address") })
  const from = await ask.text("From (a verified sender; empty for the brand's own):", {
    check: (typed) =>
      typed === "" || isEmail(addressOf(typed)) ? undefined : "Must be an e-mail address, or a name with one",
  })
  const subject = await ask.text("Subject:", { check: filled })
  return { to, ...(from === "" ? {} : { from }), subject, ...(await composeContent(context)) }
}

async function composeContent(context: Context): Promise<Fields> {
  const { ask, io } = context
  const kind = await ask.choice("Content:", [
    { value: "text", description: "Plain text" },
    { value: "html", description: "HTML" },
    { value: "template", description: "One of the brand's templates" },
  ])
  if (kind === "text") return { body: await ask.text("Text:", { check: filled }) }
  if (kind === "html") return { html: await ask.text("HTML:", { check: filled }) }
  const client = await context.client()
  const { items } = await client.templates.list({ limit: 100 }, { signal: io.signal })
  if (items.length === 0) throw new CliError("The brand has no templates", exitCodes.failure)
  const { safe } = context.output.screen
  const choices = items.map(({ id, name }) => ({ value: `${id}  ${safe(name)}` }))
  return { template_id: Number.parseInt(await ask.choice("Template:", choices), 10) }
}

/** The message as it will be sent. */
function preview(channel: string, fields: Fields, { paint, safe }: Screen): string {
  const { body, html, ...rest } = fields
  const labels = Object.entries({ channel, ...rest }).map(
    ([name, value]) => `  ${paint("dim", name.replaceAll("_", " ").padEnd(11))} ${safe(value)}`,
  )
  const content = String(html ?? body ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => `  ${safe(line)}`)
  return ["", paint("bold", "Preview"), ...labels, ...(content.length > 0 ? ["", ...content] : []), ""].join("\n")
}

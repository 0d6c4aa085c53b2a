import { addressOf, isEmail, phonePattern } from "../../../sdk/contract/core/text-patterns.ts"
import type { Context } from "../../connection/context.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"

/** Message fields, by flag name. */
type Fields = Readonly<Record<string, string | number>>

export async function composeMessage(context: Context): Promise<Fields> {
  const channel = await context.ask.choice("Channel:", [
    { value: "email", description: "A transactional e-mail" },
    { value: "sms", description: "A text message" },
  ])
  return { channel, ...(channel === "sms" ? await composeSms(context) : await composeEmail(context)) }
}

const filled = (text: string) => (text.trim() === "" ? "Type a value, or press Ctrl-C" : undefined)

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
  if (items.length === 0) throw new CliError("The brand has no templates")
  const { safe } = context.output.screen
  const choices = items.map(({ id, name }) => ({ value: `${id}  ${safe(name)}` }))
  return { "template-id": Number.parseInt(await ask.choice("Template:", choices), 10) }
}

import { findingText } from "../../../sdk/sending/lint/finding-text.ts"
import { type LintedMessage, lintMessage } from "../../../sdk/sending/lint/index.ts"

const fields = ["channel", "subject", "html", "body", "from", "from_email"] as const

/** The problems of a mail before it is sent, one line each. Values of the wrong type are left to the contract's check. */
export function mailWarnings(mail: object): string[] {
  const mailFields = new Map<string, unknown>(Object.entries(mail))
  const texts = fields.flatMap((name) => {
    const value = mailFields.get(name)
    return typeof value === "string" ? [[name, value] as const] : []
  })
  const template_id =
    typeof mailFields.get("template_id") === "number" ? Number(mailFields.get("template_id")) : undefined
  const message: LintedMessage = { ...Object.fromEntries(texts), template_id, data: mailFields.get("data") }
  return lintMessage(message).map(findingText)
}

/** A mail with its template's texts where it has none of its own. */
export function withTemplateTexts(mail: object, texts: object): object {
  const filled = Object.entries(mail).filter(([name, value]) => name !== "template_id" && value !== undefined)
  return { ...texts, ...Object.fromEntries(filled) }
}

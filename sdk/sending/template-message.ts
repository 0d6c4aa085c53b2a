import type { SendMessage, TemplateEmail } from "../contract/messages.ts"

/**
 * A template by its name in `templates/`. The client replaces it by the template's id at the client's address and
 * brand; without an id the call is refused before anything is sent. `mas templates types` writes these.
 */
export interface TemplateReference<Data> {
  /** The template's folder. */
  readonly template: string
  /** Ids by the service's address and by brand; `(default)` is the account's default brand. */
  readonly ids: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** For the compiler only: the field never exists. */
  readonly data?: Data | undefined
}

/** The message fields that come from a template: `{ ...templates.receipt, to, data }`. */
export interface TemplateParts<Data> {
  /** Templates are e-mails. */
  readonly channel: "email"
  /** The template's subject, in Liquid: it is filled in with the message's data. A message must have a subject. */
  readonly subject: string
  /** The template. */
  readonly template_id: TemplateReference<Data>
}

/** The fields of an e-mail from a template of `templates/`, except its data. */
interface TemplateMessageFields<Data> extends Omit<TemplateEmail, "channel" | "template_id" | "data"> {
  /** The template, as `templates.gen.ts` has it. */
  template_id: TemplateReference<Data>
  /** The HTML part; takes precedence over the template's. */
  html?: string | undefined
  /** The text part; takes precedence over the template's. */
  body?: string | undefined
}

/** The data that the template uses; optional if no field is required. */
type GivenData<Data> =
  Record<never, never> extends Data
    ? {
        /** The values for the template. */
        data?: NoInfer<Data> | undefined
      }
    : {
        /** The values for the template. */
        data: NoInfer<Data>
      }

/**
 * An e-mail from a template of `templates/`, with the data that the template uses. Without such a template the type is
 * empty, so that compiler errors mention only `SendMessage`.
 */
export type TemplateMessage<Data> = TemplateMessageFields<Data> & {
  /** Templates are e-mails. */
  channel: "email"
} & {
  channel: [Data] extends [never] ? "none" : "email"
} & GivenData<Data>

/** A message to send, with the id of a template or from a template of `templates/`. */
export type AnyMessage<Data> = SendMessage | TemplateMessage<Data>

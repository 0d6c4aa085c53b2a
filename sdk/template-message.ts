import type { SendMessage, TemplateEmail } from "./contract/messages.ts"

/**
 * A template by its name in `templates/`. The client puts in the id that it has at its own address, in its own brand; where it has
 * none, the call is refused before anything is sent. `mas templates types` writes these.
 */
export interface TemplateReference<Data> {
  /** The template's folder. */
  readonly template: string
  /** Ids by the service's address and by brand; `(default)` is the account's default brand. */
  readonly ids: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** For the compiler only: there is no such field. */
  readonly data?: Data | undefined
}

/** The fields of a message that its template gives: `{ ...templates.receipt, to, data }`. */
export interface TemplateParts<Data> {
  /** Templates are e-mails. */
  readonly channel: "email"
  /** The template's subject, which a message has to name. It is Liquid, and filled in with the message's data. */
  readonly subject: string
  /** The template. */
  readonly template_id: TemplateReference<Data>
}

/** What an e-mail from a template of `templates/` can have beside its data. */
interface TemplateMessageFields<Data> extends Omit<TemplateEmail, "channel" | "template_id" | "data"> {
  /** The template, as `templates.gen.ts` has it. */
  template_id: TemplateReference<Data>
  /** The HTML part; wins over the template's. */
  html?: string | undefined
  /** The text part; wins over the template's. */
  body?: string | undefined
}

/** What the template asks for; it can be left out where nothing of it is required. */
type GivenData<Data> =
  Record<never, never> extends Data
    ? {
        /** What the template is filled in with. */
        data?: NoInfer<Data> | undefined
      }
    : {
        /** What the template is filled in with. */
        data: NoInfer<Data>
      }

/**
 * An e-mail from a template of `templates/`: its data is what the template asks for. Without such a template there is no such
 * message, so that the compiler speaks of `SendMessage` alone.
 */
export type TemplateMessage<Data> = TemplateMessageFields<Data> & {
  /** Templates are e-mails. */
  channel: "email"
} & {
  channel: [Data] extends [never] ? "none" : "email"
} & GivenData<Data>

/** A message to send, with the id of a template or from a template of `templates/`. */
export type AnyMessage<Data> = SendMessage | TemplateMessage<Data>

import { RequestError } from "../../../sdk/client/errors.ts"
import type { Template } from "../../../sdk/contract/templates.ts"
import type { Context } from "../../connection/context.ts"
import { withTemplateTexts } from "../../terminal/ask/mail-warnings.ts"

type Texts = Pick<Template, "subject" | "html" | "body">

/** The texts of the service's templates, each read once, to check mails with the texts that they will have. */
export class TemplateTexts {
  readonly #read = new Map<number, Promise<Texts>>()

  constructor(private readonly context: Pick<Context, "client" | "io">) {}

  /** The mail with its template's texts where it has none of its own; unchanged if the template cannot be read. */
  async fill(mail: object): Promise<object> {
    const id: unknown = Reflect.get(mail, "template_id")
    if (typeof id !== "number") return mail
    const texts = await this.find(id)
    return texts === undefined ? mail : withTemplateTexts(mail, texts)
  }

  /** Undefined if the service refuses it: sending reports why. */
  find(id: number): Promise<Texts | undefined> {
    return this.get(id).catch((error: unknown) => {
      if (error instanceof RequestError && error.isRefusal) return undefined
      throw error
    })
  }

  get(id: number): Promise<Texts> {
    const texts = this.#read.get(id) ?? this.#ask(id)
    this.#read.set(id, texts)
    return texts
  }

  async #ask(id: number): Promise<Texts> {
    const client = await this.context.client()
    const { subject, html, body } = await client.templates.get(id, { signal: this.context.io.signal })
    return { subject, html, body }
  }
}

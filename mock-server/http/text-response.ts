type TextHead = ResponseInit & { readonly headers: Record<string, string> }

let TextResponse: ReturnType<typeof makeClass> | undefined

/**
 * A response of text for a client in this process. Nearly all read it as text: on Node 20 the stream that others have costs more
 * than the rest of them, and this has one once its body is asked for in another way. Not for a server to send: those of Bun and
 * Deno look inside, where no body is.
 */
export function textResponse(text: string, head: TextHead): Response {
  // Not as this loads: where tests run as if in a browser there may be no class to extend.
  TextResponse ??= makeClass()
  return new TextResponse(text, head)
}

/** Properties of a response that do not depend on its body, or that are implemented here. */
const ownNames = new Set("constructor type url redirected status ok statusText headers text json".split(" "))

function makeClass() {
  class TextResponse extends Response {
    readonly #text: string
    #isRead = false
    #whole: Response | undefined

    constructor(text: string, head: TextHead) {
      super(null, head)
      this.#text = text
      if (!this.headers.has("Content-Type")) this.headers.set("Content-Type", "text/plain;charset=UTF-8")
    }

    /** The same as the platform makes it, as far read as this is. */
    get whole(): Response {
      if (this.#whole !== undefined) return this.#whole
      this.#whole = new Response(this.#text, this)
      if (this.#isRead) void this.#whole.text()
      return this.#whole
    }

    override async text(): Promise<string> {
      if (this.#isRead || this.#whole !== undefined) return this.whole.text()
      this.#isRead = true
      return new TextDecoder().decode(Buffer.from(this.#text))
    }

    override async json(): Promise<unknown> {
      return JSON.parse(await this.text())
    }
  }
  // Newer platforms have more of them.
  for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(Response.prototype))) {
    if (ownNames.has(name)) continue
    Object.defineProperty(TextResponse.prototype, name, {
      get(this: TextResponse) {
        const field: unknown = Reflect.get(this.whole, name)
        return get === undefined && typeof field === "function" ? field.bind(this.whole) : field
      },
    })
  }
  return TextResponse
}

import { webcrypto } from "node:crypto"
import type { DOMWindow } from "jsdom"
import type { MockService } from "../../mock-server/index.ts"

/** Maximum milliseconds of page time until the dashboard has settled. */
const patience = 400

/**
 * The dashboard of a mock service in this process without a browser: there is no layout, and time advances only to the
 * page's own timers. `told` is a transcript of actions and requests.
 */
export abstract class Page {
  readonly told: string[] = []
  /** Answers for the next calls of `confirm`, which are in the transcript; the default is yes. */
  readonly answers: boolean[] = []
  /** True while the service is unreachable. */
  isCut = false
  /** What a proxy responds while the service behind it is gone. */
  proxyStatus: number | undefined
  readonly #timers = new Map<number, { readonly at: number; readonly run: () => void }>()
  readonly #streams = new Set<Stream>()
  protected loaded: DOMWindow | undefined
  #now = 0
  #lastTimer = 0
  #open = 0

  constructor(protected service: MockService) {}

  protected abstract load(address: string): Promise<void>
  /** Lets the service and the window do what they have begun. */
  protected abstract turn(): Promise<void>
  /** Adds what the step has changed to the transcript. */
  protected abstract tellChanges(): void

  get window(): DOMWindow {
    if (this.loaded === undefined) throw new Error("Nothing is open")
    return this.loaded
  }

  /** Opens the page at an address, such as `messages/1`, and records what changed, or everything if the page was loaded. */
  async open(address: string, { anew = false } = {}): Promise<void> {
    const isLoaded = this.loaded !== undefined && !anew
    await this.step(`open ${address}`, () => {
      if (isLoaded) this.window.location.hash = `#/${address}`
      else return this.load(address)
    })
  }

  /** Performs an action and records what changed. */
  async step(what: string, work: () => unknown): Promise<void> {
    this.told.push("", `# ${what}`)
    await work()
    await this.settle()
    this.tellChanges()
  }

  /** Presses a button or follows a link: the one at `index` of several with this name. */
  press(name: string, index = 0): Promise<void> {
    return this.step(`press ${name}`, () => this.#named("button, a", name, index).click())
  }

  /** Enters text into a field, or selects an option. */
  type(label: string, text: string): Promise<void> {
    return this.step(`type ${label}: ${text}`, () => {
      const field = this.#named("input, select, textarea", label)
      Reflect.set(field, "value", text)
      field.dispatchEvent(new this.window.Event(field.localName === "select" ? "change" : "input", { bubbles: true }))
    })
  }

  /** Toggles a checkbox. */
  tick(label: string): Promise<void> {
    return this.step(`tick ${label}`, () => this.#named("input", label).click())
  }

  /** Chooses a file. */
  choose(label: string, name: string, text: string, type = ""): Promise<void> {
    return this.step(`choose ${label}: ${name}`, () => {
      const field = this.#named("input", label)
      const files = [new this.window.File([text], name, { type })]
      Object.defineProperty(field, "files", { value: files, configurable: true })
      field.dispatchEvent(new this.window.Event("change", { bubbles: true }))
    })
  }

  /** Presses a key in the focused element. */
  key(key: string): Promise<void> {
    return this.step(`key ${key}`, () => {
      const event = new this.window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })
      this.window.document.activeElement?.dispatchEvent(event)
    })
  }

  /** Focuses a link, a button or a field; removes the focus without a name. */
  focus(name?: string): Promise<void> {
    return this.step(`focus ${name}`, () => {
      const { activeElement } = this.window.document
      if (name !== undefined) this.#named("button, a, input, select, textarea", name).focus()
      else if (activeElement instanceof this.window.HTMLElement) activeElement.blur()
    })
  }

  /** Hides the page, or shows it again. */
  hide(isHidden: boolean): Promise<void> {
    return this.step(isHidden ? "nobody looks" : "somebody looks", () => {
      const { document, Event } = this.window
      Object.defineProperty(document, "hidden", { value: isHidden, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    })
  }

  /** Ends the live connection and makes the service unreachable, or reachable again. */
  cut(isCut: boolean): Promise<void> {
    return this.step(isCut ? "the service is gone" : "the service is back", () => {
      this.isCut = isCut
      if (isCut) this.#endStreams()
    })
  }

  /** Ends the live connection only, as a proxy does. */
  drop(): Promise<void> {
    return this.step("the connection ends", () => this.#endStreams())
  }

  #endStreams(): void {
    for (const stream of this.#streams) stream.end()
  }

  /** Scrolls the list to an offset in pixels. */
  scroll(top: number): Promise<void> {
    return this.step(`scroll to ${top}`, () => {
      const list = this.window.document.querySelector(".list .scroll")
      if (list === null) throw new Error("There is no list")
      list.scrollTop = top
      list.dispatchEvent(new this.window.Event("scroll"))
    })
  }

  /** Lets the page's own time pass. */
  async pass(ms: number): Promise<void> {
    await this.step(`${ms} ms pass`, () => this.#runUntil(this.#now + ms))
  }

  /** Resolves when the page has settled: first its requests, then live events, then its timers. */
  async settle(): Promise<void> {
    const end = this.#now + patience
    for (let quiet = 0; quiet < 4; quiet++) {
      await this.turn()
      const isTold = this.#open === 0 && [...this.#streams].map((stream) => stream.tell()).includes(true)
      if (this.#open > 0 || isTold) quiet = -1
      else if (quiet === 2 && this.#nextAt() <= end) {
        this.#runUntil(this.#nextAt())
        quiet = -1
      }
    }
  }

  close(): void {
    for (const stream of this.#streams) stream.close()
    this.#streams.clear()
    this.#timers.clear()
    this.loaded?.close()
  }

  /** What `fetch` throws when there is no server. */
  protected unreachable(): unknown {
    return new TypeError("Failed to fetch")
  }

  /** Milliseconds since the page was made. */
  protected readonly now = () => this.#now

  /** What a window without a browser lacks, and the page's own network and time. */
  protected tools() {
    const after = (run: () => void, ms = 0) => {
      this.#timers.set(++this.#lastTimer, { at: this.#now + ms, run })
      return this.#lastTimer
    }
    const every = (run: () => void, ms: number): number =>
      after(() => {
        run()
        every(run, ms)
      }, ms)
    const forget = (id: number) => this.#timers.delete(id)
    const page = this
    return {
      setTimeout: after,
      clearTimeout: forget,
      setInterval: every,
      requestAnimationFrame: (run: () => void) => after(run, 16),
      cancelAnimationFrame: forget,
      fetch: (path: string, init?: RequestInit) => this.#awaited(() => this.#ask(path, init)),
      EventSource: class extends Stream {
        constructor(path: string) {
          super()
          page.#streams.add(this)
          page.told.push(`> LISTEN ${path.replace(/=.*/, "")}`)
          void page.#reach(new Request(new URL(path, page.window.location.href))).then(
            (response) => this.hear(response),
            () => this.hear(Response.error()),
          )
        }
        override close() {
          page.#streams.delete(this)
          super.close()
        }
      },
      ResizeObserver: class {
        readonly #tell: () => void
        constructor(tell: () => void) {
          this.#tell = tell
        }
        observe() {
          after(this.#tell)
        }
        disconnect() {}
      },
      confirm: (text: string) => {
        const response = this.answers.shift() ?? true
        this.told.push(`? ${text} ${response ? "yes" : "no"}`)
        return response
      },
    }
  }

  /** Adds what elements without a layout lack. */
  protected equip(window: DOMWindow): void {
    Object.assign(window.document, { execCommand: (name: string) => this.told.push(`! ${name}`) > 0 })
    Object.defineProperty(window.Element.prototype, "scrollTo", {
      value(this: Element, { top = 0 }: ScrollToOptions) {
        this.scrollTop = top
      },
    })
    Object.defineProperty(window.HTMLElement.prototype, "clientHeight", { value: 400 })
    window.Element.prototype.scrollIntoView = () => {}
  }

  /** The part of WebCrypto that verifies signatures: it runs on another thread, so it must be awaited. */
  protected subtle(): object {
    const { subtle } = webcrypto
    const awaited =
      (work: (...args: never[]) => Promise<unknown>) =>
      (...args: unknown[]) =>
        this.#awaited(() => Reflect.apply(work, subtle, args))
    return { importKey: awaited(subtle.importKey), sign: awaited(subtle.sign) }
  }

  async #awaited<T>(work: () => Promise<T>): Promise<T> {
    this.#open++
    try {
      return await work()
    } finally {
      this.#open--
    }
  }

  async #reach(request: Request): Promise<Response> {
    if (this.isCut) throw this.unreachable()
    if (this.proxyStatus !== undefined) return new Response(null, { status: this.proxyStatus })
    return this.service.fetch(request)
  }

  async #ask(path: string, { method = "GET", headers = {}, body }: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, this.window.location.href), { method, headers, ...(body && { body }) })
    const response = await this.#reach(request)
    const requestText = [...Object.values(headers), body].filter(Boolean).join(" ")
    this.told.push(`> ${method} ${path} ${requestText} ${response.status}`.replace(/ +/g, " "))
    const text = await response.text()
    return new Response(text === "" ? null : text, { status: response.status, headers: response.headers })
  }

  #nextAt = () => Math.min(...[...this.#timers.values()].map(({ at }) => at))

  #runUntil(end: number): void {
    for (let at = this.#nextAt(); at <= end; at = this.#nextAt()) {
      this.#now = Math.max(this.#now, at)
      for (const [id, timer] of this.#timers) {
        if (timer.at > at) continue
        this.#timers.delete(id)
        timer.run()
      }
    }
    this.#now = Math.max(this.#now, end)
  }

  #named(selector: string, name: string, index = 0): HTMLElement {
    const all = [...this.window.document.querySelectorAll<HTMLElement>(selector)]
    const match = all.filter((element) => nameOf(element) === name)[index]
    if (match === undefined) throw new Error(`There is no ${name}, but ${short(all.map(nameOf).join(", "))}`)
    return match
  }
}

/** Maximum characters of a text in the transcript. */
const longest = 300

/** The beginning of a long text, and its length. */
export const short = (text: string) => (text.length > longest ? `${text.slice(0, longest)}… ${text.length}` : text)

/** An element's name: its label or its text. */
function nameOf(element: HTMLElement): string {
  const label = element.closest("label") ?? element.ownerDocument.querySelector(`label[for="${element.id}"]`)
  const labelTexts = [...(label?.childNodes ?? [])]
    .filter((node) => !node.contains(element))
    .map((node) => node.textContent)
  return (element.getAttribute("aria-label") ?? (label ? labelTexts.join("") : element.textContent) ?? "").trim()
}

/** An EventSource that dispatches received events only when asked. */
class Stream {
  readonly #heard = new Map<string, (event: object) => unknown>()
  readonly #come: (readonly [name: string, event: object])[] = []
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  addEventListener(name: string, hear: (event: object) => unknown): void {
    this.#heard.set(name, hear)
  }

  close(): void {
    this.end()
  }

  /** Ends it like a lost connection, with an error event. */
  end(): void {
    void this.#reader?.cancel()
  }

  /** Reads a service's response to its end. */
  async hear(response: Response): Promise<void> {
    this.#reader = response.ok ? response.body?.getReader() : undefined
    if (this.#reader !== undefined) this.#come.push(["open", {}])
    const decoder = new TextDecoder()
    for (let text = ""; ; ) {
      const { value, done } = (await this.#reader?.read()) ?? { done: true }
      if (done) break
      text += decoder.decode(value, { stream: true })
      const end = text.lastIndexOf("\n\n") + 2
      for (const [, name = "", lastEventId, data] of text
        .slice(0, end)
        .matchAll(/^event: (.*)\nid: (.*)\ndata: (.*)$/gm)) {
        this.#come.push([name, { data, lastEventId }])
      }
      text = text.slice(end)
    }
    this.#come.push(["error", {}])
  }

  /** Dispatches received events; returns whether there were any. */
  tell(): boolean {
    const come = this.#come.splice(0)
    for (const [name, event] of come) this.#heard.get(name)?.(event)
    return come.length > 0
  }
}

import { type DOMWindow, JSDOM, VirtualConsole } from "jsdom"
import type { MockService } from "../../mock-server/index.ts"
import { linesChanged } from "./lines-changed.ts"
import { Page, short } from "./page.ts"

/** The dashboard as served: its script runs in a window of jsdom. The transcript has the changed lines of each step, too. */
export class ServedPage extends Page {
  readonly #base: string
  #shown: readonly string[] = []
  /** The last file that the page reads. */
  #fileRead: Promise<unknown> = Promise.resolve()

  /** `base` is the address of the page's world; the main world's when left out. */
  constructor(service: MockService, base: string = service.url) {
    super(service)
    this.#base = base
  }

  protected override async load(address: string): Promise<void> {
    this.close()
    this.#shown = []
    const url = `${this.#base}/_mock/`
    // jsdom cannot download files and would report an error.
    const virtualConsole = new VirtualConsole()
    const html = await (await this.service.fetch(url)).text()
    new JSDOM(html.replace(/<style>[\s\S]*?<\/style>/, ""), {
      url: `${url}#/${address}`,
      runScripts: "dangerously",
      pretendToBeVisual: true,
      virtualConsole,
      beforeParse: (window) => this.#prepare(window),
    })
  }

  #prepare(window: DOMWindow): void {
    this.loaded = window
    Object.assign(window, this.tools(), { TextEncoder, TextDecoder, structuredClone })
    this.equip(window)
    Object.defineProperty(window.performance, "now", { value: this.now })
    Object.defineProperty(window, "crypto", { value: { subtle: this.subtle() } })
    window.URL.createObjectURL = (blob: Blob) => {
      this.told.push(`! a file of ${blob.size} bytes, ${blob.type}`)
      return "blob:1"
    }
    window.URL.revokeObjectURL = (url) => this.told.push(`! ${url} is let go`)
    const follow = (read: Promise<string>) => {
      this.#fileRead = read
      return read
    }
    window.Blob.prototype.text = function () {
      return follow(
        new Promise((resolve) => {
          const reader = new window.FileReader()
          reader.onload = () => resolve(String(reader.result))
          reader.readAsText(this)
        }),
      )
    }
  }

  /** An error of the page's own realm. */
  protected override unreachable(): unknown {
    return this.window.eval("new TypeError('Failed to fetch')")
  }

  /** A window of jsdom has timers of its own, and on a busy machine it reads a file for more than one of them. */
  protected override async turn(): Promise<void> {
    await this.#fileRead
    return new Promise((resolve) => setTimeout(() => setImmediate(() => setImmediate(resolve))))
  }

  protected override tellChanges(): void {
    const lines = this.#lines()
    this.told.push(...linesChanged(this.#shown, lines))
    this.#shown = lines
  }

  #lines(): string[] {
    const lines: string[] = []
    const { body: page, activeElement: active } = this.window.document
    const visit = (element: Element, depth: number) => {
      const attributes = [...element.attributes].map(({ name, value }) => (value === "" ? name : `${name}="${value}"`))
      const ownText = [...element.childNodes].map((node) => (node.nodeType === 3 ? node.textContent : "")).join("")
      const text = short(ownText.trim().replaceAll("\n", "⏎"))
      const value =
        /^(input|select|textarea)$/.test(element.localName) &&
        `= ${short(String(Reflect.get(element, "value"))).replaceAll("\n", "⏎")}`
      const marks = [Reflect.get(element, "checked") === true && "ticked", element === active && "has the focus"]
      if (element.scrollTop > 0) marks.push(`scrolled to ${element.scrollTop}`)
      const parts = [element.localName, ...attributes, value, ...marks, text].filter(Boolean)
      lines.push("  ".repeat(depth) + parts.join(" "))
      for (const child of element.children) visit(child, depth + 1)
    }
    for (const child of page.children) if (child.localName !== "script") visit(child, 0)
    return lines
  }
}

import { resolveObjectURL } from "node:buffer"
import { Window } from "happy-dom"
import type { DOMWindow } from "jsdom"
import { afterEach, beforeEach, describe } from "vitest"
import { createMockService, type MockService, type MockServiceOptions } from "../../mock-server/index.ts"
import { optionsOfStories, send } from "../dashboard/stories/story.ts"
import { Page } from "./page.ts"

/** What the dashboard's modules take from their window. */
const namesOfWindow = [
  ...["document", "location", "history", "localStorage", "navigator"],
  ...["Node", "Element", "FormData", "FileReader"],
]

/**
 * The dashboard's own modules, without a build. From `enter` to `exit` the globals of this worker are those of a window of
 * happy-dom. Test files of a worker share modules, so there is one such page: it is mounted once, and goes from one server
 * to the next like a page whose server was started again.
 */
class ModulePage extends Page {
  /** The content of the files that the page has saved, by name. */
  readonly saved = new Map<string, Promise<string>>()
  readonly #globals: Readonly<Record<string, unknown>>
  readonly #replaced = new Map<string, PropertyDescriptor | undefined>()

  constructor(service: MockService) {
    super(service)
    const window = openWindow(`${service.url}/_mock/`)
    this.loaded = window
    this.equip(window)
    const subtle = this.subtle()
    const tools = this.tools()
    // The window tells that its address has changed by a timer.
    Object.assign(window, tools)
    this.#globals = {
      ...Object.fromEntries(namesOfWindow.map((name) => [name, Reflect.get(window, name)])),
      ...tools,
      addEventListener: window.addEventListener.bind(window),
      performance: { now: this.now },
      crypto: new Proxy(crypto, {
        get: (host, name) => (name === "subtle" ? subtle : Reflect.get(host, name).bind(host)),
      }),
    }
  }

  /** The hash of the page's address. */
  get address(): string {
    return this.window.location.hash
  }

  all(selector: string): HTMLElement[] {
    return [...this.window.document.querySelectorAll<HTMLElement>(selector)]
  }

  /** The texts of all elements, without the space around them. */
  texts(selector: string): string[] {
    return this.all(selector).map(({ textContent }) => (textContent ?? "").replace(/\s+/g, " ").trim())
  }

  /** The text of the only element. */
  text(selector: string): string {
    const [text, ...others] = this.texts(selector)
    if (text === undefined || others.length > 0)
      throw new Error(`${selector} is there ${this.texts(selector).length} times`)
    return text
  }

  /** The rows of the list: what each is about, more of it, its marks and its time. */
  lines(): string[][] {
    return this.all(".list a").map((line) =>
      [".title", ".about", ".marks", "time"].map((part) => line.querySelector(part)?.textContent?.trim() ?? ""),
    )
  }

  /** The named values of an item, such as its status. */
  facts(selector = ".facts"): Record<string, string> {
    const [names, values] = [this.texts(`${selector} > dt`), this.texts(`${selector} > dd`)]
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]))
  }

  /** The part with this heading. */
  part(title: string): HTMLElement {
    const match = this.all(".part").find((part) => part.querySelector("h3")?.textContent === title)
    if (match === undefined) throw new Error(`There is no part ${title}, but ${this.texts("h3").join(", ")}`)
    return match
  }

  /** The buttons that can be pressed, but those that copy. */
  offers(within: Element | undefined): string[] {
    const buttons = [...(within?.querySelectorAll<HTMLButtonElement>("button:not(.copy)") ?? [])]
    return buttons.filter(({ disabled }) => !disabled).map(({ textContent }) => textContent ?? "")
  }

  /** The errors below fields, by label. */
  wrongFields(): Record<string, string> {
    const wrong = this.all(".field:has(.wrong)")
    return Object.fromEntries(
      wrong.map((field) => [
        field.querySelector("label")?.textContent ?? "",
        field.querySelector(".wrong")?.textContent ?? "",
      ]),
    )
  }

  /** Opens what is folded. */
  expand(selector: string): Promise<void> {
    return this.step(`expand ${selector}`, () => {
      for (const details of this.all(selector)) details.setAttribute("open", "")
    })
  }

  enter(): void {
    for (const [name, value] of Object.entries(this.#globals)) {
      this.#replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name))
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    }
  }

  exit(): void {
    for (const [name, before] of this.#replaced) {
      if (before === undefined) Reflect.deleteProperty(globalThis, name)
      else Object.defineProperty(globalThis, name, before)
    }
    this.#replaced.clear()
  }

  /** Shows the dashboard of a service, without anything of the one before. */
  async serve(service: MockService): Promise<void> {
    this.service = service
    this.told.length = 0
    this.answers.length = 0
    const { hasEnded, isOnline } = await import("../../mock-server/dashboard/app/live.ts")
    const { showDone, warn } = await import("../../mock-server/dashboard/app/notices.ts")
    hasEnded.value = false
    isOnline.value = true
    showDone(undefined)
    warn(undefined)
    this.window.history.replaceState(null, "", `${service.url}/_mock/${this.address}`)
    this.window.location.hash = "#/time"
    await import("../../mock-server/dashboard/app/main.tsx")
    await this.hide(false)
  }

  /** Forgets what was typed and opened, and ends the connection. */
  async leave(): Promise<void> {
    this.isCut = false
    this.proxyStatus = undefined
    this.window.location.hash = "#/data"
    await this.hide(true)
    this.told.length = 0
  }

  protected override async load(): Promise<void> {
    throw new Error("A page of modules is loaded once")
  }

  protected override turn(): Promise<void> {
    return new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))))
  }

  protected override tellChanges(): void {}

  protected override equip(window: DOMWindow): void {
    super.equip(window)
    const { saved } = this
    const { click } = window.HTMLAnchorElement.prototype
    window.HTMLAnchorElement.prototype.click = function () {
      if (this.download === "") click.call(this)
      else saved.set(this.download, resolveObjectURL(this.href)?.text() ?? Promise.resolve(""))
    }
  }
}

function openWindow(url: string): DOMWindow {
  const settings = { disableIframePageLoading: true }
  const window: unknown = new Window({ url, settings })
  return window as DOMWindow
}

let page: ModulePage | undefined

interface View {
  readonly page: ModulePage
  readonly service: MockService
  /** Sends an e-mail as a program would. */
  send(fields?: object): Promise<unknown>
}

/** Tests of a view, each with its own service, whose clock stands still. */
export function describeView(title: string, tests: (view: View) => void, options: MockServiceOptions = {}): void {
  describe(title, () => {
    let service: MockService
    let current: ModulePage
    beforeEach(async () => {
      service = createMockService({ ...optionsOfStories(), ...options })
      page ??= new ModulePage(service)
      current = page
      current.enter()
      await current.serve(service)
    })
    afterEach(async () => {
      try {
        await current.leave()
        await service.close()
      } finally {
        current.exit()
      }
    })
    tests({
      get page() {
        return current
      },
      get service() {
        return service
      },
      send: (fields) => send(service, fields),
    })
  })
}

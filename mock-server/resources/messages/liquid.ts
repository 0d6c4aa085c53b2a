import { createHash, createHmac } from "node:crypto"
import type { Liquid, Template } from "liquidjs"
import { knownDirectives } from "./liquid-dates.ts"
import { numberFilters } from "./liquid-numbers.ts"

export interface Scope {
  readonly data: Readonly<Record<string, unknown>>
  readonly contact: Readonly<Record<string, unknown>>
}

// Templates are untrusted: characters, pieces, milliseconds and bytes are bounded.
const limits = { parseLimit: 5_000_000, templateLimit: 100_000, renderLimit: 500, memoryLimit: 20_000_000 }
const outputLimit = 10_000_000
// The parser's time is quadratic in the number of tags and in their length.
const [tagsLimit, tagTextLimit] = [2_000, 100_000]
const maxFormat = 1_000
const dateFilters = ["date", "date_to_xmlschema", "date_to_rfc822", "date_to_string", "date_to_long_string"]

// liquidjs as a browser loads it returns promises from these, for which nothing waits.
const hashFilters = {
  sha256: (value: unknown) => createHash("sha256").update(textOf(value)).digest("hex"),
  hmac_sha256: (value: unknown, key: unknown) => createHmac("sha256", textOf(key)).update(textOf(value)).digest("hex"),
}

/** A list is its items, one after the other; nothing is the empty text. */
const textOf = (value: unknown): string => [value].flat(Number.POSITIVE_INFINITY).join("")

/** Renders Liquid templates. They cannot read files, and "now" is the world's time. */
export class LiquidEngine {
  #now = 0

  constructor(private readonly engine: Liquid) {
    // `sample` would use the machine's random numbers.
    engine.unregisterFilter("sample")
    for (const name of dateFilters) this.#dateFromWorld(name)
    this.#dateByRuby()
    for (const [name, filter] of Object.entries({ ...numberFilters, ...hashFilters }))
      engine.registerFilter(name, filter)
  }

  render(text: string, scope: Scope, now: number): string {
    if (!isLiquid(text)) return text
    this.#now = now / 1_000
    const rendered = String(this.engine.renderSync(this.parse(text), scope, limits))
    if (rendered.length > outputLimit) throw new RangeError(`the text becomes longer than ${outputLimit} characters`)
    return rendered
  }

  /** The variables of texts, for example `data.order`, in order of appearance. Throws for invalid Liquid. */
  variables(texts: readonly string[]): string[] {
    const names = texts.filter(isLiquid).flatMap((text) => this.engine.globalFullVariablesSync(this.parse(text)))
    return [...new Set(names)]
  }

  /** The global variables of a text in order, each as a path up to its first dynamic segment, with its offset. */
  namedIn(text: string): { readonly path: readonly string[]; readonly at: number }[] {
    const lines = [0]
    for (const { index } of text.matchAll(/\n/g)) lines.push(index + 1)
    const { globals } = this.engine.analyzeSync(this.parse(text))
    return Object.values(globals)
      .flat()
      .map(({ segments, location: { row, col } }) => {
        const end = segments.findIndex((segment) => typeof segment !== "string")
        const path = (end < 0 ? segments : segments.slice(0, end)).map(String)
        return { path, at: (lines[row - 1] ?? 0) + col - 1 }
      })
      .sort((a, b) => a.at - b.at)
  }

  parse(text: string): Template[] {
    checkSize(text)
    return this.engine.parse(text)
  }

  /** `date` with every directive of Ruby's `strftime`; an empty format leaves the value unchanged. */
  #dateByRuby(): void {
    const original = this.engine.filters.date
    if (typeof original !== "function") return
    this.engine.registerFilter("date", function (value: unknown, format: unknown, ...rest: unknown[]) {
      if (format === "") return value
      const write = (directives: unknown) => original.call(this, value, directives, ...rest)
      if (typeof format !== "string") return write(format)
      if (format.length > maxFormat || /%[-0^#_]*\d{4}/.test(format))
        throw new RangeError("the date format is too long")
      // A value that is not a date stays unchanged, whatever the format.
      if (!/^-?\d+$/.test(String(write("%Y")))) return write(format)
      return write(knownDirectives(format, (directives) => String(write(directives))))
    })
  }

  #dateFromWorld(name: string): void {
    const original = this.engine.filters[name]
    if (typeof original !== "function") return
    const now = () => this.#now
    this.engine.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      return original.call(this, value === "now" || value === "today" ? now() : value, ...rest)
    })
  }
}

/** Refuses a text that would take long to parse. */
function checkSize(text: string): void {
  let tags = 0
  let inside = 0
  for (const { index } of text.matchAll(/\{[{%]/g)) {
    const end = text.indexOf("}", index)
    inside += (end < 0 ? text.length : end) - index
    if (++tags > tagsLimit) throw new RangeError(`the text has more than ${tagsLimit} tags`)
    if (inside > tagTextLimit) throw new RangeError(`the tags of the text are longer than ${tagTextLimit} characters`)
  }
}

export const isLiquid = (text: string): boolean => text.includes("{{") || text.includes("{%")

let engine: LiquidEngine | undefined

/** Loads the engine once; a request that may need it awaits this before it is handled. */
export async function loadLiquid(): Promise<LiquidEngine> {
  if (engine !== undefined) return engine
  const { Liquid } = await import("liquidjs")
  engine ??= new LiquidEngine(
    new Liquid({
      ...limits,
      templates: {},
      ownPropertyOnly: true,
      strictFilters: true,
      timezoneOffset: "UTC",
      preserveTimezones: true,
      locale: "en-US",
    }),
  )
  return engine
}

export function liquid(): LiquidEngine {
  if (engine === undefined) throw new Error("Liquid has not been loaded")
  return engine
}

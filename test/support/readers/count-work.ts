import { Session } from "node:inspector"

/** Methods that look at a whole text or list at once, and how much they look at. */
const scans: readonly (readonly [prototype: object, names: readonly string[]])[] = [
  [String.prototype, ["split", "replace", "replaceAll", "trim", "trimStart", "trimEnd", "normalize", "toLowerCase"]],
  [String.prototype, ["toUpperCase", "includes", "indexOf", "lastIndexOf", "startsWith", "endsWith", "localeCompare"]],
  [Array.prototype, ["includes", "indexOf", "join", "slice", "concat", "splice", "shift", "unshift", "reverse"]],
  [Uint8Array.prototype, ["indexOf", "includes", "set", "slice", "fill"]],
]

const session = new Session()
session.connect()
let scanned = 0

const post = <T>(method: string, parameters?: object): T => {
  let result: unknown
  session.post(method, parameters, (error, value) => {
    if (error !== null) throw error
    result = value
  })
  return result as T
}

/**
 * Begins to count in this process: blocks of code that run, and what is scanned by regular expressions and by methods of
 * texts and lists. Only code that is loaded afterwards is counted by blocks.
 */
export function beginCounting(): void {
  post("Profiler.enable")
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  const { exec } = RegExp.prototype
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const start = this.global || this.sticky ? this.lastIndex : 0
    const match = exec.call(this, text)
    scanned += match === null ? (this.sticky ? 1 : text.length - start) : match.index + match[0].length - start
    return match
  }
  for (const [prototype, names] of scans) for (const name of names) countScans(prototype, name)
}

function countScans(prototype: object, name: string): void {
  const original: unknown = Reflect.get(prototype, name)
  if (typeof original !== "function") return
  const counting = function (this: { readonly length: number }, ...values: unknown[]): unknown {
    const result: unknown = Reflect.apply(original, this, values)
    const from = Number(values[1] ?? 0)
    const isSearch = name === "indexOf" && typeof result === "number"
    scanned += isSearch ? Math.max(0, (result < 0 ? this.length : result) - from) : scanLength(name, this, values)
    return result
  }
  Object.defineProperty(prototype, name, { value: counting, writable: true, configurable: true })
}

/** `startsWith` and `endsWith` look at no more than what they look for, and a slice is a view or a copy of its length. */
function scanLength(name: string, { length }: { readonly length: number }, values: readonly unknown[]): number {
  if (name === "startsWith" || name === "endsWith") return String(values[0]).length
  if (name === "slice") return Math.max(0, Math.min(Number(values[1] ?? length), length) - Number(values[0] ?? 0))
  return length
}

interface Coverage {
  readonly result: readonly {
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[]
  }[]
}

/** The work since the last call. */
export function takeWork(): number {
  const { result } = post<Coverage>("Profiler.takePreciseCoverage")
  const blocks = result.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
  const work = blocks.reduce((sum, { count }) => sum + count, scanned)
  scanned = 0
  return work
}

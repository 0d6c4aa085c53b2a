import { Readable, Writable } from "node:stream"
import { stripVTControlCharacters } from "node:util"
import type { Holder, Job } from "../../../cli/terminal/io.ts"
import type { Home, Ran, RunOptions } from "./run.ts"

/** A command in this process at a terminal with escape sequences, and a user who waits for its output before typing. */
export class TypedKeys {
  #raw = ""
  #seen = 0
  #look = () => {}
  /** What the terminal does with typed keys. */
  isRaw = false
  /** How often the command waited to be in the foreground. */
  waits = 0
  /** How often Ctrl-Z was passed on. */
  stops = 0
  readonly #holders = new Set<Holder>()
  readonly #stdin = Object.assign(new Readable({ read() {} }), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      this.isRaw = isRaw
    },
  })
  readonly #end = new AbortController()
  readonly ended: Promise<Ran["code"]>

  constructor(home: Home, argv: readonly string[], { env, io, columns = 100, ...options }: RunOptions = {}) {
    const job: Job = {
      isInBackground: () => false,
      waitForTerminal: () => void this.waits++,
      stop: () => void this.stops++,
      hold: (holder) => {
        this.#holders.add(holder)
        return () => void this.#holders.delete(holder)
      },
    }
    const [stdout, stderr] = [this.#sink(columns), this.#sink(columns)]
    const terminal = { stdin: this.#stdin, stdout, stderr, job, signal: this.#end.signal }
    this.ended = home
      .run(argv, { ...options, env: { TERM: "xterm", ...env }, io: { ...terminal, ...io } })
      .then(({ code }) => code)
  }

  #sink(columns: number) {
    const write = (chunk: unknown, _: string, done: () => void) => {
      this.#raw += String(chunk)
      this.#look()
      done()
    }
    return Object.assign(new Writable({ write }), { isTTY: true, columns })
  }

  /** The output, unchanged. */
  get raw(): string {
    return this.#raw
  }

  /** The output without escape sequences. */
  get text(): string {
    return stripVTControlCharacters(this.#raw)
  }

  /** Waits for output that no earlier call has matched, and for the prompt that wrote it to listen. */
  async says(pattern: RegExp | string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#look = () => {
        const rest = this.text.slice(this.#seen)
        const match = typeof pattern === "string" ? rest.indexOf(pattern) : rest.search(pattern)
        if (match < 0) return
        this.#seen += match + (typeof pattern === "string" ? pattern : (rest.match(pattern)?.[0] ?? "")).length
        resolve()
      }
      this.#look()
      this.ended.then(() => reject(new Error(`It ended without saying ${pattern}:\n${this.text}`)))
    })
    this.#look = () => {}
    await new Promise(setImmediate)
  }

  readonly type = (text: string): void => void this.#stdin.push(text)

  /** Waits for a question, then answers it. */
  async answer(question: RegExp | string, typed: string): Promise<void> {
    await this.says(question)
    this.type(typed)
  }

  /** Like a terminal that is closed. */
  readonly close = (): void => void this.#stdin.push(null)

  /** Like a signal. */
  readonly interrupt = (): void => this.#end.abort()

  /** Like Ctrl-Z, and `fg` after it. */
  stopAndContinue(): void {
    for (const { leave } of this.#holders) leave()
    for (const { back } of this.#holders) back()
  }
}

import { Readable } from "node:stream"
import type { Io, Job, Source } from "../io.ts"

const ctrlZ = 26

type Terminal = Readable & { setRawMode?(isOn: boolean): unknown }

/**
 * What is typed, a line for each question. A paste of several lines comes in one piece: its second line stays for the next
 * question, where a prompt that reads the terminal itself would lose it.
 */
export class PastedLines extends Readable {
  readonly #terminal: Terminal
  readonly #job: Job | undefined
  #left = Buffer.alloc(0)
  #isWaiting = false

  constructor(terminal: Terminal, job?: Job) {
    super({ read() {} })
    this.#terminal = terminal
    this.#job = job
    terminal.once("end", () => this.push(null))
  }

  begin(): void {
    this.#isWaiting = true
    this.#terminal.on("data", this.#onData).resume()
    this.#give()
  }

  /** Its answer is refused, and it is asked again: what was pasted behind it is no answer to that. */
  again(): void {
    this.#forget()
    this.#isWaiting = true
  }

  stop(): void {
    this.#terminal.off("data", this.#onData).pause()
  }

  #forget(): boolean {
    const hadSome = /\S/.test(this.#left.toString())
    this.#left = Buffer.alloc(0)
    return hadSome
  }

  /** Forgets what was typed and not used, also what the terminal still holds, which a shell would run; true where something was. */
  async forget(): Promise<boolean> {
    this.#isWaiting = false
    this.setRawMode(true)
    this.#terminal.on("data", this.#onData).resume()
    // What is there is read in one turn; a second one is for the stream to say so.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    this.stop()
    this.setRawMode(false)
    return this.#forget()
  }

  setRawMode(isOn: boolean): this {
    this.#terminal.setRawMode?.(isOn)
    return this
  }

  readonly #onData = (data: Uint8Array | string) => {
    const typed = Buffer.from(data)
    // No prompt sees it: a choice would take it for the beginning of a word to look for.
    this.#left = Buffer.concat([this.#left, typed.filter((key) => key !== ctrlZ)])
    if (typed.includes(ctrlZ)) this.#job?.stop()
    // Ctrl-C always comes through.
    if (this.#left.includes(3)) this.#isWaiting = true
    this.#give()
  }

  /** As much as the question that waits may see: up to the first Enter. */
  #give(): void {
    if (!this.#isWaiting || this.#left.length === 0) return
    const [line] = /^[^\r\n]*(\r\n|\r|\n)/.exec(this.#left.toString("latin1")) ?? []
    const length = line?.length ?? this.#left.length
    this.#isWaiting = line === undefined
    const given = this.#left.subarray(0, length)
    this.#left = this.#left.subarray(length)
    this.push(given)
  }
}

export const forgottenText = "What was pasted after the first line was not used."

const known = new WeakMap<Source, PastedLines>()

/** The lines of a terminal, the same ones for all questions; undefined where nobody can type. */
export function pastedLines({ stdin, job }: Pick<Io, "stdin" | "job">): PastedLines | undefined {
  if (!(stdin instanceof Readable)) return undefined
  const lines = known.get(stdin) ?? new PastedLines(stdin, job)
  known.set(stdin, lines)
  return lines
}

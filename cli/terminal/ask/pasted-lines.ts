import { Readable } from "node:stream"
import type { Io, Job, Source } from "../io.ts"

const ctrlZ = 26
/** A Ctrl-D that was typed before a question read keys one by one: the terminal keeps it as this byte. */
const earlyEnd = 0

type Terminal = Readable & { setRawMode?(isOn: boolean): unknown }

/**
 * Typed input, one line per question. A paste of several lines arrives as one chunk: its second line is kept for the
 * next question; a prompt that reads the terminal directly would lose it.
 */
export class PastedLines extends Readable {
  readonly #terminal: Terminal
  readonly #job: Job | undefined
  #left = Buffer.alloc(0)
  #isWaiting = false
  #isEnding = false

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

  /** The response was refused and the question is asked again: the rest of the paste does not answer it. */
  again(): void {
    this.#forget()
    this.#isWaiting = true
    this.#give()
  }

  stop(): void {
    this.#terminal.off("data", this.#onData).pause()
  }

  #forget(): boolean {
    const hadSome = /\S/.test(this.#left.toString())
    this.#left = Buffer.alloc(0)
    return hadSome
  }

  /** Discards unused input, including what the terminal still buffers, which a shell would run. True if there was any. */
  async forget(): Promise<boolean> {
    this.#isWaiting = false
    this.setRawMode(true)
    this.#terminal.on("data", this.#onData).resume()
    // Buffered input is read in one turn; the stream delivers it in a second one.
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
    if (this.#isEnding) return
    const read = Buffer.from(data)
    this.#isEnding = read.includes(earlyEnd)
    const typed = this.#isEnding ? read.subarray(0, read.indexOf(earlyEnd)) : read
    // Hide Ctrl-Z from prompts: a choice would use it as search text.
    this.#left = Buffer.concat([this.#left, typed.filter((key) => key !== ctrlZ)])
    if (typed.includes(ctrlZ)) this.#job?.stop()
    // Ctrl-C is always passed on.
    if (this.#left.includes(3)) this.#isWaiting = true
    this.#give()
  }

  /** Passes input to the waiting question, up to the first Enter. */
  #give(): void {
    if (!this.#isWaiting) return
    const [line] = /^[^\r\n]*(\r\n|\r|\n)/.exec(this.#left.toString("latin1")) ?? []
    const length = line?.length ?? this.#left.length
    this.#isWaiting = line === undefined
    const chunk = this.#left.subarray(0, length)
    this.#left = this.#left.subarray(length)
    if (length > 0) this.push(chunk)
    if (this.#isEnding && this.#isWaiting) this.push(null)
  }
}

export const forgottenText = "The pasted lines after the first were not used."

const readersBySource = new WeakMap<Source, PastedLines>()

/** The terminal's lines, shared by all questions; undefined when stdin is not a terminal. */
export function pastedLines({ stdin, job }: Pick<Io, "stdin" | "job">): PastedLines | undefined {
  if (!(stdin instanceof Readable)) return undefined
  const lines = readersBySource.get(stdin) ?? new PastedLines(stdin, job)
  readersBySource.set(stdin, lines)
  return lines
}

import type { Io, Pager, Sink } from "../io.ts"
import type { TerminalText } from "./safe-text.ts"

export interface PagerCommand {
  readonly file: string
  readonly args: readonly string[]
  /** True when the user wrote the command line for a shell. */
  readonly shell: boolean
}

/** `$MAS_PAGER`, `$PAGER`, or `less -FRX`; undefined for no pager. */
export function pagerCommand({ env, platform }: Pick<Io, "env" | "platform">): PagerCommand | undefined {
  const pager = env.MAS_PAGER ?? env.PAGER
  // A terminal that cannot move its cursor cannot page.
  if (env.TERM === "dumb" || pager?.trim() === "" || pager?.trim() === "cat") return undefined
  if (pager !== undefined) return { file: pager, args: [], shell: true }
  return platform === "win32" ? undefined : { file: "less", args: ["-FRX"], shell: false }
}

/** `less` without flags gets colours, and exits when the text fits on one screen. */
export const pagerEnv = (env: Io["env"]): Io["env"] => ({ LESS: "FRX", ...env })

/** A terminal sink that starts a pager once the output exceeds the screen; until then it buffers. */
export class PagedSink implements Sink {
  readonly isTTY = true
  #kept: (TerminalText | Uint8Array)[] | undefined = []
  #lines = 0
  #pager: Pager | undefined
  #later: (() => void)[] = []

  constructor(
    private readonly sink: Sink,
    private readonly start: () => Pager | undefined,
  ) {}

  get columns(): number | undefined {
    return this.sink.columns
  }

  get rows(): number | undefined {
    return this.sink.rows
  }

  get #target(): Sink {
    return this.#pager?.sink ?? this.sink
  }

  write(chunk: TerminalText | Uint8Array): boolean {
    if (!this.#kept) return this.#target.write(chunk)
    this.#kept.push(chunk)
    if (typeof chunk === "string") this.#lines += chunk.split("\n").length - 1
    if (this.#lines < (this.rows ?? Number.POSITIVE_INFINITY)) return true
    this.#pager = this.start()
    return this.#release()
  }

  once(event: "drain" | "close", listener: () => void): void {
    this.#target.once(event, listener)
  }

  off(event: "drain" | "close", listener: () => void): void {
    this.#target.off?.(event, listener)
  }

  /** Shows other output on the terminal: after the text so far, and only after the pager has ended. */
  afterwards(show: () => void): void {
    if (this.#pager) {
      this.#later.push(show)
      return
    }
    this.#release()
    show()
  }

  /** Ends the output, and waits until the pager is closed. */
  async end(): Promise<void> {
    this.#release()
    await this.#pager?.end()
    this.#pager = undefined
    for (const show of this.#later.splice(0)) show()
  }

  #release(): boolean {
    const buffered = this.#kept ?? []
    this.#kept = undefined
    return buffered.map((chunk) => this.#target.write(chunk)).every(Boolean)
  }
}

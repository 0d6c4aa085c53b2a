import type { Io, Pager, Sink } from "../io.ts"

export interface PagerCommand {
  readonly file: string
  readonly args: readonly string[]
  /** True for a line that somebody wrote for a shell. */
  readonly shell: boolean
}

/** `$MAS_PAGER`, `$PAGER`, or `less -FRX`; undefined where nothing is to be paged. */
export function pagerCommand({ env, platform }: Pick<Io, "env" | "platform">): PagerCommand | undefined {
  const asked = env.MAS_PAGER ?? env.PAGER
  // What cannot move its cursor cannot page either.
  if (env.TERM === "dumb" || asked?.trim() === "" || asked?.trim() === "cat") return undefined
  if (asked !== undefined) return { file: asked, args: [], shell: true }
  return platform === "win32" ? undefined : { file: "less", args: ["-FRX"], shell: false }
}

/** `less` without flags gets colours, and quits when the text fits on one screen. */
export const pagerEnv = (env: Io["env"]): Io["env"] => ({ LESS: "FRX", ...env })

/**
 * A terminal that is written to by way of a pager as soon as there is more than fits on the screen; until then what is written
 * is kept back.
 */
export class PagedSink implements Sink {
  readonly isTTY = true
  #kept: (string | Uint8Array)[] | undefined = []
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

  write(chunk: string | Uint8Array): boolean {
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

  /** Does something that shows elsewhere on the terminal: after what was written so far, and not while the pager has it. */
  afterwards(show: () => void): void {
    if (this.#pager) {
      this.#later.push(show)
      return
    }
    this.#release()
    show()
  }

  /** Everything is written. Waits for whoever reads. */
  async end(): Promise<void> {
    this.#release()
    await this.#pager?.end()
    this.#pager = undefined
    for (const show of this.#later.splice(0)) show()
  }

  #release(): boolean {
    const kept = this.#kept ?? []
    this.#kept = undefined
    return kept.map((chunk) => this.#target.write(chunk)).every(Boolean)
  }
}

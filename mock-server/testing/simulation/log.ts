export interface LogLine {
  /** Milliseconds of virtual time since the day began. */
  readonly at: number
  readonly kind: "request" | "webhook" | "crash" | "fault" | "check"
  readonly who: string
  readonly text: string
}

const maxLines = 40
const lastLines = 8

/** The log of a run. Most logs are never read, so lines are formatted on demand. */
export class DayLog {
  readonly #lines: (Omit<LogLine, "text"> & { readonly words: () => string })[] = []

  constructor(private readonly elapsed: () => number) {}

  add(kind: LogLine["kind"], who: string, words: () => string): void {
    this.#lines.push({ at: this.elapsed(), kind, who, words })
  }

  lines(): LogLine[] {
    return this.#lines.map(({ words, ...line }) => ({ ...line, text: words() }))
  }

  /**
   * The log as a table of at most 40 lines. A longer log is reduced to crashes, faults and their consequences, the last
   * lines, and others that fit.
   */
  table(): string {
    const lines = this.lines()
    const width = Math.max(0, ...lines.map(({ who }) => who.length))
    const rows: string[] = []
    let before = -1
    for (const at of chosen(lines)) {
      if (at > before + 1) rows.push(`  … ${at - before - 1} more`)
      const line = lines[at]
      if (line !== undefined) rows.push(`  ${clockText(line.at)}  ${line.who.padEnd(width)}  ${line.text}`)
      before = at
    }
    return rows.join("\n")
  }
}

/** Chooses the lines to show: the most informative first, with room for the note on omitted ones. */
function chosen(lines: readonly LogLine[]): number[] {
  const latest = lines.map((_, index) => index).reverse()
  const telling = latest.filter((at) => ["fault", "crash", "check"].includes(lines[at]?.kind ?? ""))
  // The line after a fault shows its consequence.
  const following = telling.flatMap((at) => [at + 1, at + 2, at + 3]).filter((at) => at < lines.length)
  const printed = new Set<number>()
  for (const at of lines.length <= maxLines
    ? latest
    : [...latest.slice(0, lastLines), ...telling, ...following, ...latest]) {
    printed.add(at)
    const gaps = [...printed].filter((one) => one > 0 && !printed.has(one - 1)).length
    if (lines.length > maxLines && printed.size + gaps > maxLines) printed.delete(at)
  }
  return [...printed].sort((a, b) => a - b)
}

/** `12:04:01.250`, in hours of the day. */
function clockText(ms: number): string {
  const hours = Math.floor(ms / 3_600_000)
  return `${String(hours).padStart(3)}:${new Date(ms % 3_600_000).toISOString().slice(14, 23)}`
}

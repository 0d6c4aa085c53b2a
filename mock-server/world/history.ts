import type { TaskKind } from "./task-kinds.ts"

/** What an entry is about, and leads to. */
export type HistorySubject = "message" | "request" | "delivery" | "endpoint"

/** What happened: in words, or the work of a timer, whose words are made when it is read. */
type HistoryNews =
  | {
      readonly what: string
      /** True of what failed. */
      readonly isBad?: boolean
      readonly about?: { readonly kind: HistorySubject; readonly id: number }
      /** The event of the message that it is about, such as `email.bounced`. */
      readonly event?: string
    }
  | { readonly task: TaskKind; readonly subject: number }

/** One thing that happened in a world. @internal */
export type HistoryEntry = HistoryNews & {
  /** From 1. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** How many of the newest entries are kept. */
export const historyKept = 10_000

/** What happened in a world since it began: the newest 10,000 entries. @internal */
export class History {
  /** A ring buffer: an entry is at its id modulo the size. */
  readonly #ring: HistoryEntry[] = []
  #lastId = 0

  get lastId(): number {
    return this.#lastId
  }

  get size(): number {
    return Math.min(this.#lastId, historyKept)
  }

  add(at: number, news: HistoryNews): void {
    const before = this.get(this.#lastId)
    // Work in many pieces, such as reading a file, is one entry.
    if (before && "task" in before && "task" in news && before.task === news.task && before.subject === news.subject) {
      this.#ring[before.id % historyKept] = { ...before, at }
      return
    }
    const id = ++this.#lastId
    this.#ring[id % historyKept] = { ...news, id, at }
  }

  get(id: number): HistoryEntry | undefined {
    const entry = this.#ring[id % historyKept]
    return entry?.id === id ? entry : undefined
  }
}

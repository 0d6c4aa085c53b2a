import type { TaskKind } from "./task-kinds.ts"

/** What an entry is about, and leads to. */
export type HistorySubject = "message" | "request" | "delivery" | "endpoint"

/** Words about something. */
interface HistoryWords {
  readonly what: string
  /** True of what failed. */
  readonly isBad?: boolean
  /** The status of its message then, with the reason: `sent · complaint`. */
  readonly status?: string
  readonly about?: { readonly kind: HistorySubject; readonly id: number }
  /** The event of the message that it is about, such as `email.bounced`. */
  readonly event?: string
}

/** The work of a timer: its words are made when it is read. */
interface HistoryTask {
  readonly task: TaskKind
  readonly subject: number
}

/** One thing that happened in a world. @internal */
export interface HistoryEntry {
  /** From 1. */
  readonly id: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly news: HistoryWords | HistoryTask
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

  add(at: number, news: HistoryWords | HistoryTask): void {
    // Work in many pieces, such as reading a file, is one entry.
    const before = "task" in news ? this.get(this.#lastId)?.news : undefined
    const isMore =
      before && "task" in before && "task" in news && before.task === news.task && before.subject === news.subject
    const id = isMore ? this.#lastId : ++this.#lastId
    this.#ring[id % historyKept] = { id, at, news }
  }

  get(id: number): HistoryEntry | undefined {
    const entry = this.#ring[id % historyKept]
    return entry?.id === id ? entry : undefined
  }
}

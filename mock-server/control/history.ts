import { redactText } from "../../sdk/contract/core/redact.ts"
import type { HistoryEntry, HistorySubject } from "../world/history.ts"
import type { World } from "../world/world.ts"
import { defineControl } from "./control.ts"
import { type RowPage, RowQuery, searched } from "./rows.ts"
import { taskText } from "./run-text.ts"
import { aboutTimer } from "./timer-subjects.ts"

/** One thing that happened in a world. */
export interface HistoryRow {
  /** From 1. */
  readonly id: number
  /** By the world's clock: ISO 8601. */
  readonly at: string
  /** In words: `Clock advanced by 1 h`. */
  readonly what: string
  /** True of what failed. */
  readonly is_bad: boolean
  /** The status of the message that failed, bounced or caused a complaint: `failed`, `sent · complaint`; null of anything else. */
  readonly status: string | null
  /** What it is about, to look it up; null if nothing is. */
  readonly about: { readonly kind: HistorySubject; readonly id: number } | null
}

/** @internal */
export const historyControls = {
  /** What happened since the world began, newest first. */
  list: defineControl(
    { method: "GET", path: "/history", query: RowQuery },
    ({ world }, { query }): RowPage<HistoryRow> => {
      const { history } = world
      return searched(
        history,
        (id) => {
          const entry = history.get(id)
          return entry && rowOf(world, entry)
        },
        query,
      )
    },
  ),
}

function rowOf(world: World, { id, at, news }: HistoryEntry): HistoryRow {
  const row = { id, at: new Date(at).toISOString() }
  if ("task" in news) {
    const subject = aboutTimer(world, news.task, news.subject)
    const what = `${taskText(news.task)}${subject === undefined ? "" : `: ${subject}`}`
    return { ...row, what, is_bad: false, status: null, about: null }
  }
  const { what, isBad = false, status = null, about = null } = news
  return { ...row, what: redactText(what), is_bad: isBad, status, about }
}

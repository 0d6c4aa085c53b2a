import * as z from "zod"
import type { Step } from "../world/history.ts"
import type { MountedWorld } from "../world/mounted-world.ts"
import { taskKinds } from "../world/task-kinds.ts"
import { pastName } from "../world/world-names.ts"
import { defineControl } from "./control.ts"
import { aboutTimer } from "./timer-subjects.ts"

/** Selects steps. */
export const HistoryQuery = z.strictObject({
  /** Only steps before the one with this number. */
  before: z.int().min(0).optional(),
  /** Only the newest N; 100 when left out. */
  limit: z.int().min(1).max(1_000).optional(),
})

/** A step of the history: an event with all its changes. */
export interface StepView extends Pick<Step, "kind" | "about"> {
  /** The number of the step. */
  readonly step: number
  /** The world's time at that step: ISO 8601. */
  readonly at: string
  /** A description, such as `POST /v1/my/messages: 201`. */
  readonly what: string
  /** The name of the world at that step, for reading: `/@<name>/_mock/`. */
  readonly world: string
}

/** The history, recorded since the first reader of `/_mock/live`. */
export interface HistoryView {
  /** False when nothing is recorded: there are no steps. */
  readonly is_kept: boolean
  /** The number of the oldest step that can be shown. */
  readonly first: number
  /** The number of the newest step: the current state. */
  readonly last: number
  /** The steps, newest last. */
  readonly steps: readonly StepView[]
}

/** @internal */
export const historyControls = {
  get: defineControl({ method: "GET", path: "/history", query: HistoryQuery }, (mounted, { query }): HistoryView => {
    const { history } = mounted
    const { first, last } = history.span
    const end = Math.min(query.before ?? last + 1, last + 1)
    const steps: StepView[] = []
    for (let number = Math.max(first, end - (query.limit ?? 100)); number < end; number++) {
      const step = history.step(number)
      if (step !== undefined) steps.push(stepView(mounted, number, step))
    }
    return { is_kept: history.isOn, first, last, steps }
  }),
}

const stepView = (mounted: MountedWorld, step: number, { kind, about, at }: Step): StepView => ({
  step,
  at: new Date(at).toISOString(),
  kind,
  about,
  what: inWords(mounted, kind, about),
  world: pastName(mounted.id, step),
})

function inWords({ world }: MountedWorld, kind: Step["kind"], about: string): string {
  if (kind === "begin") return "history begins"
  if (kind === "change") return about === "clock" ? "time moves" : `a change of ${about}`
  if (kind === "request") {
    const request = world.journal.line(Number(about))
    return request === undefined ? `request ${about}` : `${request.method} ${request.path}: ${request.status ?? "cut"}`
  }
  const [name, subject] = about.split(" ")
  const task = taskKinds.find((known) => known === name)
  const detail = task && aboutTimer(world, task, Number(subject))
  return detail === undefined ? about : `${about}: ${detail}`
}

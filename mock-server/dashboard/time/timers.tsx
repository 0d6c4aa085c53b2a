import { useEffect, useState } from "preact/hooks"
import type { TimerView } from "../../control/timers.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Badge, Empty } from "../app/parts.tsx"
import { past } from "../app/past.ts"
import { href } from "../app/route.ts"
import { taught } from "../app/taught.ts"
import { Moment, span } from "../app/times.tsx"
import { timers } from "./rows.ts"

/** So many are shown at once: the earliest. */
const most = 200

/** What waits for its time, the earliest first. */
export function Timers() {
  useEffect(() => void timers.open(), [])
  const all = timers.list.value
  const pending = clock.view.value?.pending ?? all.length
  const [kind, setKind] = useState("")
  const kinds = [...new Set([...all.map((timer) => timer.kind), ...(kind === "" ? [] : [kind])])].sort()
  const shown = all.filter((timer) => kind === "" || timer.kind === kind)
  if (timers.isReady.value && all.length === 0) {
    return (
      <Empty code={taught.timer}>
        Nothing waits for its time. A campaign with a date, an invitation, a webhook that failed and an import all do:
      </Empty>
    )
  }
  return (
    <section class="part" aria-label="What is due">
      <div class="bar">
        <h2 class="grow">What is due</h2>
        <select aria-label="Kind of work" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
          <option value="">any work</option>
          {kinds.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <small role="status">
          {Math.min(most, shown.length).toLocaleString("en")} of {pending.toLocaleString("en")}
        </small>
      </div>
      {shown.length === 0 && <p class="empty">No such work waits.</p>}
      <ul class="timers" aria-label="Work that waits">
        {shown.slice(0, most).map((timer) => (
          <Timer key={timer.id} timer={timer} />
        ))}
      </ul>
    </section>
  )
}

/** Where what a timer is about is shown. */
function addressOf({ kind, subject }: TimerView): string | undefined {
  if (kind.startsWith("message.")) return href("messages", subject)
  if (kind === "webhook.attempt") return href("webhooks", subject)
  return undefined
}

function Timer({ timer }: { readonly timer: TimerView }) {
  const { id, kind, subject, about, due_at, error } = timer
  const address = addressOf(timer)
  const text = <bdi>{about ?? `${kind} ${subject}`}</bdi>
  const left = Date.parse(due_at) - clock.now.value
  return (
    <li>
      <div class="line">
        <b class="grow">{address === undefined ? text : <a href={address}>{text}</a>}</b>
        {error === undefined ? (
          <small>{left > 0 ? `in ${span(left)}` : "now"}</small>
        ) : (
          <Badge tone="bad">failed: {error}</Badge>
        )}
        <Moment at={due_at} />
      </div>
      <div class="line">
        <small class="grow">
          {kind} · timer {id}
        </small>
        {error === undefined && past.value === undefined && <Moves id={id} what={about ?? kind} />}
      </div>
    </li>
  )
}

function Moves({ id, what }: { readonly id: number; readonly what: string }) {
  const [by, setBy] = useState("1h")
  const move = (name: string, done: string, body = {}) => act(() => call("POST", `timers/${id}/${name}`, body), done)
  return (
    <>
      <button type="button" aria-label={`Promote: ${what}`} onClick={() => move("promote", "It runs now.")}>
        Promote
      </button>
      <button
        type="button"
        aria-label={`Run twice: ${what}`}
        onClick={() => move("repeat", "It runs now, and again at its time.")}
      >
        Run twice
      </button>
      <button
        type="button"
        aria-label={`Postpone by: ${what}`}
        onClick={() => move("postpone", `It is put off by ${by}.`, { by })}
      >
        Postpone by
      </button>
      <select aria-label={`How far: ${what}`} value={by} onChange={({ currentTarget }) => setBy(currentTarget.value)}>
        {["5m", "1h", "1d", "7d"].map((span) => (
          <option key={span}>{span}</option>
        ))}
      </select>
    </>
  )
}

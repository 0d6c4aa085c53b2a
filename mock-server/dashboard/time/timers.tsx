import { useEffect, useState } from "preact/hooks"
import type { TimerView } from "../../control/timers.ts"
import { Do } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Badge, Empty, Part } from "../app/parts.tsx"
import { past } from "../app/past.ts"
import { href } from "../app/route.ts"
import { taught } from "../app/taught.ts"
import { Moment } from "../app/times.tsx"
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
      <Empty level={3} title="No upcoming events" code={taught.timer}>
        Scheduled campaigns, invitations that expire, webhook retries and imports wait here. Schedule one:
      </Empty>
    )
  }
  return (
    <Part title="Upcoming events">
      <div class="actions">
        <select aria-label="Kind of event" value={kind} onChange={({ currentTarget }) => setKind(currentTarget.value)}>
          <option value="">Any event</option>
          {kinds.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <small role="status">
          {Math.min(most, shown.length).toLocaleString("en")} of {pending.toLocaleString("en")}
        </small>
      </div>
      {shown.length === 0 && <p class="faint">No such event is pending.</p>}
      <ul class="rows" aria-label="Upcoming events">
        {shown.slice(0, most).map((timer) => (
          <Timer key={timer.id} timer={timer} />
        ))}
      </ul>
    </Part>
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
  return (
    <li>
      <span class="grow">
        <b>{address === undefined ? text : <a href={address}>{text}</a>}</b>
        <br />
        <small>
          {kind} · <Moment at={due_at} />
        </small>
      </span>
      {error !== undefined && <Badge tone="bad">failed: {error}</Badge>}
      {error === undefined && past.value === undefined && <Moves id={id} what={about ?? kind} />}
    </li>
  )
}

function Moves({ id, what }: { readonly id: number; readonly what: string }) {
  const [by, setBy] = useState("1h")
  const move = (name: string, body = {}) => call("POST", `timers/${id}/${name}`, body)
  return (
    <>
      <Do name={`Run now: ${what}`} work={() => move("promote")} done="It runs now.">
        Run now
      </Do>
      <Do
        name={`Run twice: ${what}`}
        title="As a queue does that delivers at least once: now, and again when it is due"
        work={() => move("repeat")}
        done="It runs now, and again when it is due."
      >
        Run twice
      </Do>
      <Do name={`Postpone: ${what}`} work={() => move("postpone", { by })} done={`Postponed by ${by}.`}>
        Postpone
      </Do>
      <select
        aria-label={`Postpone by: ${what}`}
        value={by}
        onChange={({ currentTarget }) => setBy(currentTarget.value)}
      >
        {["5m", "1h", "1d", "7d"].map((span) => (
          <option key={span}>{span}</option>
        ))}
      </select>
    </>
  )
}

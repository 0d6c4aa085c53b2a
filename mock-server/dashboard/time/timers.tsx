import { useState } from "preact/hooks"
import { timerText } from "../../control/run-text.ts"
import type { TimerView } from "../../control/timers.ts"
import { ActionButton } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { clock } from "../app/clock.ts"
import { Empty } from "../app/empty.tsx"
import { examples } from "../app/examples.ts"
import { Explain } from "../app/explain.tsx"
import { Check, Select } from "../app/fields.tsx"
import { Badge } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { href } from "../app/route.ts"
import { Moment } from "../app/times.tsx"
import { countText } from "../app/words.ts"

/** How many of the earliest timers are read, and how many of the chosen kind are shown. */
const [maxRead, maxShown] = [500, 200]

export function Timers() {
  const timers = useRead<TimerView[]>(`timers?limit=${maxRead}`, versionOf("timers"))
  const [showsSeeded, showSeeded] = useState(false)
  return (
    <Await response={timers}>
      {(all) => {
        const later = all.filter(({ is_seeded, error }) => !is_seeded || error !== undefined)
        const seeded = all.length - later.length
        const listed = showsSeeded ? all : later
        return (
          <>
            {seeded > 0 && (
              <Check label={`Show what the world began with (${seeded})`} checked={showsSeeded} set={showSeeded} />
            )}
            {listed.length > 0 ? (
              <TimerList all={listed} hidden={all.length - listed.length} />
            ) : (
              <Empty level={3} title="No upcoming events" code={examples.timer}>
                Scheduled campaigns, invitations that expire, webhook retries and imports wait here. Schedule one:
              </Empty>
            )}
          </>
        )
      }}
    </Await>
  )
}

function TimerList({ all, hidden }: { readonly all: readonly TimerView[]; readonly hidden: number }) {
  const pending = (clock.view.value?.pending ?? all.length) - hidden
  const [kind, setKind] = useState("")
  const kinds = [...new Set([...all.map((timer) => timerText(timer.kind)), ...(kind === "" ? [] : [kind])])].sort()
  const visible = all.filter((timer) => kind === "" || timerText(timer.kind) === kind)
  return (
    <>
      <div class="actions">
        <Select aria-label="Kind of event" none="Any event" value={kind} set={setKind} choices={kinds} />
        <small role="status">
          {countText(Math.min(maxShown, visible.length))} of {countText(pending)}
        </small>
      </div>
      {visible.length === 0 && <p class="faint">No such event is pending.</p>}
      <ul class="rows" aria-label="Upcoming events">
        {visible.slice(0, maxShown).map((timer) => (
          <Timer key={timer.id} timer={timer} />
        ))}
      </ul>
    </>
  )
}

function addressOf({ kind, subject }: TimerView): string | undefined {
  if (kind.startsWith("message.")) return href("messages", subject)
  if (kind === "webhook.attempt") return href("webhooks", subject)
  return undefined
}

function Timer({ timer }: { readonly timer: TimerView }) {
  const { id, kind, about, due_at, error } = timer
  const address = addressOf(timer)
  const text = <bdi>{about ?? timerText(kind)}</bdi>
  return (
    <li>
      <span class="grow">
        <b>{address === undefined ? text : <a href={address}>{text}</a>}</b>
        <br />
        <small>
          {timerText(kind)} · <Moment at={due_at} />
        </small>
      </span>
      {error !== undefined && (
        <>
          <Badge tone="bad">failed: {error}</Badge>
          <Explain kind="timer" id={id} />
        </>
      )}
      {error === undefined && <Moves id={id} what={about ?? timerText(kind)} />}
    </li>
  )
}

function Moves({ id, what }: { readonly id: number; readonly what: string }) {
  const [by, setBy] = useState("1h")
  const move = (name: string, body = {}) => call("POST", `timers/${id}/${name}`, body)
  return (
    <>
      <ActionButton name={`Run now: ${what}`} work={() => move("promote")} done="It runs now.">
        Run now
      </ActionButton>
      <ActionButton
        name={`Run twice: ${what}`}
        title="As a queue does that delivers at least once: now, and again when it is due"
        work={() => move("repeat")}
        done="It runs now, and again when it is due."
      >
        Run twice
      </ActionButton>
      <ActionButton name={`Postpone: ${what}`} work={() => move("postpone", { by })} done={`Postponed by ${by}.`}>
        Postpone
      </ActionButton>
      <Select aria-label={`Postpone by: ${what}`} value={by} set={setBy} choices={["5m", "1h", "1d", "7d"]} />
    </>
  )
}

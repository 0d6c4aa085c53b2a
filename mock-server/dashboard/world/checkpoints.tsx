import { useState } from "preact/hooks"
import type { Checkpoint } from "../../world/checkpoints.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Empty } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { taught } from "../app/taught.ts"
import { Moment } from "../app/times.tsx"
import { versionOf } from "./changes.ts"
import { Reading } from "./reading.tsx"

/** States to go back to. */
export function Checkpoints() {
  const [name, setName] = useState("")
  const [made, setMade] = useState(0)
  const checkpoints = useRead<Checkpoint[]>("checkpoints", `${versionOf("checkpoints")} ${made}`)
  const change = (work: () => Promise<unknown>, done: string) =>
    act(async () => {
      await work()
      setMade((count) => count + 1)
    }, done)
  return (
    <>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault()
          void change(() => call("POST", "checkpoints", { name }), `${name} is kept.`)
          setName("")
        }}
      >
        <label>
          Name{" "}
          <input
            required
            maxLength={100}
            placeholder="before the import"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <button type="submit">Keep the state as it is</button>
      </form>
      <Reading answer={checkpoints}>
        {(all) =>
          all.length === 0 ? (
            <Empty code={taught.checkpoint}>None is kept yet. A test keeps one and goes back to it:</Empty>
          ) : (
            <ul class="records" aria-label="Checkpoints">
              {all.map((checkpoint) => (
                <li key={checkpoint.name}>
                  <Kept checkpoint={checkpoint} change={change} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </>
  )
}

interface KeptProps {
  readonly checkpoint: Checkpoint
  readonly change: (work: () => Promise<unknown>, done: string) => Promise<void>
}

function Kept({ checkpoint: { name, now }, change }: KeptProps) {
  const path = `checkpoints/${encodeURIComponent(name)}`
  return (
    <div class="line">
      <b class="grow">
        <bdi>{name}</bdi>
      </b>
      <Moment at={now} />
      <button
        type="button"
        aria-label={`Rewind to ${name}`}
        onClick={() => change(() => call("POST", `${path}/rewind`), `The world is back at ${name}.`)}
      >
        Rewind
      </button>
      <button
        type="button"
        aria-label={`Forget ${name}`}
        onClick={() => change(() => call("DELETE", path), `${name} is forgotten.`)}
      >
        Forget
      </button>
    </div>
  )
}

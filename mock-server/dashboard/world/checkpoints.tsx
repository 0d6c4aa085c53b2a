import { useState } from "preact/hooks"
import type { Checkpoint } from "../../world/checkpoints.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Empty, Foreign } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { taught } from "../app/taught.ts"
import { Moment } from "../app/times.tsx"
import { versionOf } from "./changes.ts"
import { Reading } from "./reading.tsx"

const said = (name: string, what: string) => (
  <>
    <Foreign>{name}</Foreign> {what}
  </>
)

/** States to go back to. */
export function Checkpoints() {
  const [name, setName] = useState("")
  const checkpoints = useRead<Checkpoint[]>("checkpoints", versionOf("checkpoints"))
  return (
    <>
      <form
        class="bar"
        onSubmit={(event) => {
          event.preventDefault()
          const keep = async () => {
            await call("POST", "checkpoints", { name })
            setName("")
          }
          void act(keep, said(name, "is kept."))
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
                  <Kept checkpoint={checkpoint} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
    </>
  )
}

function Kept({ checkpoint: { name, now } }: { readonly checkpoint: Checkpoint }) {
  const path = `checkpoints/${encodeURIComponent(name)}`
  return (
    <div class="line">
      <b class="grow">
        <Foreign>{name}</Foreign>
      </b>
      <Moment at={now} />
      <button
        type="button"
        aria-label={`Rewind to ${name}`}
        onClick={() =>
          act(
            () => call("POST", `${path}/rewind`),
            <>
              The world is back at <Foreign>{name}</Foreign>.
            </>,
          )
        }
      >
        Rewind
      </button>
      <button
        type="button"
        aria-label={`Forget ${name}`}
        onClick={() => act(() => call("DELETE", path), said(name, "is forgotten."))}
      >
        Forget
      </button>
    </div>
  )
}

import { useState } from "preact/hooks"
import { act } from "../app/act.ts"
import { answerOf, call } from "../app/api.ts"
import { told } from "../app/live.ts"
import { useRead } from "../app/read.ts"
import { download, readJsonFile } from "./files.ts"
import { Reading } from "./reading.tsx"

const textOf = (fixtures: object) => JSON.stringify(fixtures, null, 2)
const goneOn = "The world has gone on since: what came is not in this text, and is lost if it begins with it."

/** The world as fixtures: what there is, down to a file, and what it begins with, up. */
export function Fixtures() {
  const [edited, setEdited] = useState<{ readonly text: string; readonly of: string }>()
  const fixtures = useRead<object>("fixtures", told.value)
  const begin = (work: () => Promise<object | undefined>) =>
    act(async () => {
      const next = await work()
      if (next === undefined) return ""
      await call("PUT", "fixtures", next)
      setEdited(undefined)
      return "The world begins anew with these fixtures."
    })
  return (
    <Reading answer={fixtures}>
      {(answer) => {
        const now = textOf(answer)
        const { text, of } = edited ?? { text: now, of: now }
        const typed = async () => {
          const next = JSON.parse(text)
          // Something may have come since that was told.
          const isOfNow = textOf(await call("GET", "fixtures")) === of
          return isOfNow || confirm(`${goneOn} Begin with it?`) ? next : undefined
        }
        return (
          <form
            class="stacked"
            onSubmit={(event) => {
              event.preventDefault()
              void begin(typed)
            }}
          >
            <p>
              What there is, as a document that a world can begin with. What has happened is not in it. Beginning anew
              drops everything else.
            </p>
            <label>
              Fixtures, as JSON
              <textarea
                class="tall"
                spellcheck={false}
                value={text}
                onInput={({ currentTarget }) => setEdited({ text: currentTarget.value, of })}
              />
            </label>
            {of !== now && <p class="bad">{goneOn}</p>}
            <div class="actions">
              <button type="submit" class="main">
                Begin with these
              </button>
              <button
                type="button"
                onClick={() =>
                  act(async () => download("fixtures.json", await answerOf("fixtures", { method: "GET" })))
                }
              >
                Download
              </button>
              <label>
                Begin with a file{" "}
                <input
                  type="file"
                  accept=".json,application/json"
                  onChange={({ currentTarget }) => begin(() => readJsonFile(currentTarget))}
                />
              </label>
              {edited !== undefined && (
                <button type="button" onClick={() => setEdited(undefined)}>
                  As it is
                </button>
              )}
            </div>
          </form>
        )
      }}
    </Reading>
  )
}

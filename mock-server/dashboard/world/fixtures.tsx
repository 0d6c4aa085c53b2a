import { useState } from "preact/hooks"
import { ActionButton, instead, useAct } from "../app/act.tsx"
import { call, responseOf } from "../app/api.ts"
import { TextField } from "../app/fields.tsx"
import { updates } from "../app/live.ts"
import { Await, useRead } from "../app/read.tsx"
import { download, readJsonFile } from "./files.ts"

const textOf = (fixtures: object) => JSON.stringify(fixtures, null, 2)
const staleWarning = "The state has changed since you started editing. Replacing it loses those changes."

/** The state as fixtures, to edit, download or replace from a file. */
export function Fixtures() {
  const [edited, setEdited] = useState<{ readonly text: string; readonly of: string }>()
  const { act, problem } = useAct()
  const fixtures = useRead<object>("fixtures", updates.value)
  const start = (work: () => Promise<object | undefined>) =>
    act(async () => {
      const next = await work()
      if (next === undefined) return ""
      await call("PUT", "fixtures", next)
      setEdited(undefined)
      return "The world started again from these fixtures."
    })
  const save = async () => download("fixtures.json", await responseOf("fixtures", { method: "GET" }))
  return (
    <Await response={fixtures}>
      {(response) => {
        const now = textOf(response)
        const { text, of } = edited ?? { text: now, of: now }
        const typed = async () => {
          const next = JSON.parse(text)
          // A change may have arrived since the last update.
          const isOfNow = textOf(await call("GET", "fixtures")) === of
          return isOfNow || confirm(`${staleWarning} Replace it anyway?`) ? next : undefined
        }
        const edit = (changed: string) => setEdited({ text: changed, of })
        return (
          <form class="form" onSubmit={instead(() => start(typed))}>
            <TextField label="Fixtures, as JSON" wide rows={12} value={text} set={edit} />
            {of !== now && <p class="bad wide">{staleWarning}</p>}
            <button type="submit" class="danger">
              Replace everything with these
            </button>
            <ActionButton work={save} done="Fixtures downloaded.">
              Download
            </ActionButton>
            <label class="file">
              Replace everything with a file{" "}
              <input
                type="file"
                accept=".json,application/json"
                onChange={({ currentTarget }) => start(() => readJsonFile(currentTarget))}
              />
            </label>
            {edited !== undefined && (
              <button type="button" class="quiet" onClick={() => setEdited(undefined)}>
                Discard changes
              </button>
            )}
            {problem}
          </form>
        )
      }}
    </Await>
  )
}

import { act } from "../app/act.ts"
import { answerOf, call } from "../app/api.ts"
import { Code } from "../app/parts.tsx"
import { taught } from "../app/taught.ts"
import { download, readJsonFile } from "./files.ts"

/** The whole state, down to a file and up again. */
export function Snapshots() {
  const save = () =>
    act(
      async () => download("snapshot.json", await answerOf("snapshot", { method: "GET" })),
      "The state is in the file.",
    )
  const restore = (field: HTMLInputElement) =>
    act(async () => {
      const snapshot = await readJsonFile(field)
      if (snapshot !== undefined) await call("PUT", "snapshot", snapshot)
    }, "The world is as the file says.")
  return (
    <>
      <p>The whole state, work that waits included; the journal is not in it.</p>
      <div class="actions">
        <button type="button" onClick={save}>
          Download the state
        </button>
        <label>
          Restore from a file{" "}
          <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => restore(currentTarget)} />
        </label>
      </div>
      <Code text={taught.snapshot} label="the commands" />
    </>
  )
}

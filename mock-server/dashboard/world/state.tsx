import type { Checkpoint } from "../../world/checkpoints.ts"
import { ActionButton, Form, useAct, useForm } from "../app/act.tsx"
import { call, responseOf } from "../app/api.ts"
import { examples } from "../app/examples.ts"
import { TextField } from "../app/fields.tsx"
import { Code, Part } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { Moment } from "../app/times.tsx"
import { download, readJsonFile } from "./files.ts"
import { Fixtures } from "./fixtures.tsx"

export const State = () => (
  <>
    <Part title="Checkpoints">
      <p>Save one before you try something. You can rewind to it at any time.</p>
      <Checkpoints />
    </Part>
    <Part title="Snapshots">
      <p>Download one to keep or share the exact state as a file. It includes pending events, but not requests.</p>
      <Snapshots />
    </Part>
    <Part title="Fixtures">
      <p>Use them to start tests from the same data: accounts, contacts, templates and more, as a document to edit.</p>
      <Fixtures />
    </Part>
    <Part title="Reset">
      <p>Deletes all messages, requests and other data of this world, and starts again from its fixtures.</p>
      <ActionButton kind="danger" work={reset}>
        Reset this world
      </ActionButton>
    </Part>
  </>
)

function Checkpoints() {
  const form = useForm({ name: "" })
  const checkpoints = useRead<Checkpoint[]>("checkpoints", versionOf("checkpoints"))
  const save = async () => {
    await call("POST", "checkpoints", form.values)
    form.change({ name: "" })
  }
  return (
    <>
      <Form form={form} work={save} done={doneText("Saved", form.values.name)} submit="Save a checkpoint">
        <TextField label="Name" required placeholder="before the import" {...form.field("name")} />
      </Form>
      <Await response={checkpoints}>
        {(all) =>
          all.length === 0 ? (
            <>
              <p class="faint">No checkpoints yet. In a test:</p>
              <Code text={examples.checkpoint} label="the lines of a test" />
            </>
          ) : (
            <ul class="rows" aria-label="Checkpoints">
              {all.map((checkpoint) => (
                <Kept key={checkpoint.name} checkpoint={checkpoint} />
              ))}
            </ul>
          )
        }
      </Await>
    </>
  )
}

const doneText = (what: string, name: string) => (
  <>
    {what} <bdi>{name}</bdi>.
  </>
)

function Kept({ checkpoint: { name, now } }: { readonly checkpoint: Checkpoint }) {
  const path = `checkpoints/${encodeURIComponent(name)}`
  const rewind = () => call("POST", `${path}/rewind`)
  return (
    <li>
      <b class="grow">
        <bdi>{name}</bdi>
      </b>
      <Moment at={now} />
      <ActionButton name={`Rewind to ${name}`} work={rewind} done={doneText("The state is back at", name)}>
        Rewind
      </ActionButton>
      <ActionButton
        kind="danger"
        name={`Delete ${name}`}
        work={() => call("DELETE", path)}
        done={doneText("Deleted", name)}
      >
        Delete
      </ActionButton>
    </li>
  )
}

function Snapshots() {
  const { act, problem } = useAct()
  const save = async () => download("snapshot.json", await responseOf("snapshot", { method: "GET" }))
  const restore = (field: HTMLInputElement) =>
    act(async () => {
      const snapshot = await readJsonFile(field)
      if (snapshot === undefined) return ""
      await call("PUT", "snapshot", snapshot)
      return "The state is restored from the file."
    })
  return (
    <>
      <div class="actions">
        <ActionButton work={save} done="Snapshot downloaded.">
          Download a snapshot
        </ActionButton>
        <label class="file">
          Restore from a file{" "}
          <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => restore(currentTarget)} />
        </label>
      </div>
      {problem}
      <Code text={examples.snapshot} label="the commands" />
    </>
  )
}

async function reset() {
  if (!confirm("Delete everything in this world and start again?")) return ""
  await call("POST", "reset")
  return "The world is reset."
}

import { useState } from "preact/hooks"
import { act } from "../app/act.ts"
import { answerOf, call } from "../app/api.ts"
import { useRead } from "../app/read.ts"
import { versionOf } from "./changes.ts"
import { download, readJsonFile } from "./files.ts"
import { Reading } from "./reading.tsx"

/** The world as fixtures: what there is, down to a file, and what it begins with, up. */
export function Fixtures() {
  const [text, setText] = useState<string>()
  const fixtures = useRead<object>("fixtures", versionOf("accounts"))
  const begin = (work: () => Promise<object | undefined>) =>
    act(async () => {
      const next = await work()
      if (next === undefined) return
      await call("PUT", "fixtures", next)
      setText(undefined)
    }, "The world begins anew with these fixtures.")
  return (
    <Reading answer={fixtures}>
      {(now) => {
        const shown = text ?? JSON.stringify(now, null, 2)
        return (
          <form
            class="stacked"
            onSubmit={(event) => {
              event.preventDefault()
              void begin(async () => JSON.parse(shown))
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
                value={shown}
                onInput={({ currentTarget }) => setText(currentTarget.value)}
              />
            </label>
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
              {text !== undefined && (
                <button type="button" onClick={() => setText(undefined)}>
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

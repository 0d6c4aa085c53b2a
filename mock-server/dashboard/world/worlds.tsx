import type { WorldPlace } from "../../control/worlds.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Copy } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { addressOf, ownId } from "../app/service.ts"
import { versionOf } from "./changes.ts"
import { Reading } from "./reading.tsx"

/** The worlds of the server, each with a page of its own. */
export function Worlds() {
  const worlds = useRead<WorldPlace[]>("worlds", versionOf("worlds"))
  const reset = () => {
    if (confirm("Put this world back to its beginning?")) void act(() => call("POST", "reset"), "It begins anew.")
  }
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => act(() => call("POST", "worlds", {}), "There is one more.")}>
          Make another world
        </button>
        <button type="button" onClick={reset}>
          Reset this world
        </button>
      </div>
      <Reading answer={worlds}>
        {(all) => (
          <ul class="records">
            {all.map(({ id, api_key }) => (
              <li key={id}>
                <div class="line">
                  <b class="grow">
                    <a href={`${addressOf(id)}/_mock/`}>{id}</a>
                    {id === ownId && <small> this one</small>}
                  </b>
                  <code>{addressOf(id)}</code>
                  <code>{api_key}</code>
                  <Copy text={api_key} what={`the key of ${id}`} />
                  {id !== "main" && id !== ownId && (
                    <button
                      type="button"
                      aria-label={`End ${id}`}
                      onClick={() => act(() => call("DELETE", `worlds/${id}`), `${id} has ended.`)}
                    >
                      End
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Reading>
    </>
  )
}

import type { WorldInfo } from "../../control/worlds.ts"
import { ActionButton } from "../app/act.tsx"
import { addressOf, ownId } from "../app/address.ts"
import { call } from "../app/api.ts"
import { Badge, Copy } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"

export function Worlds() {
  const worlds = useRead<WorldInfo[]>("worlds", versionOf("worlds"))
  return (
    <>
      <p>A world is a separate mock service in this server: its own data, clock, API key and dashboard.</p>
      <ActionButton kind="main" work={() => call("POST", "worlds", {})} done="World added.">
        Add a world
      </ActionButton>
      <Await response={worlds}>
        {(all) => (
          <ul class="rows" aria-label="Worlds">
            {all.map(({ id, api_key }) => (
              <li key={id}>
                <b>
                  <a href={`${addressOf(id)}/_mock/`}>{id}</a>
                </b>
                {id === ownId && <Badge tone="info">this one</Badge>}
                <span class="grow">
                  <code>{addressOf(id)}</code> <code>{api_key}</code>
                </span>
                <Copy text={api_key} what={`of ${id}`} label="Copy key" copiedLabel="Copied key" />
                {id !== "main" && id !== ownId && (
                  <ActionButton
                    kind="danger"
                    name={`Delete ${id}`}
                    work={() => call("DELETE", `worlds/${id}`)}
                    done={`${id} is deleted.`}
                  >
                    Delete
                  </ActionButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Await>
    </>
  )
}

import { useState } from "preact/hooks"
import type { Webhook } from "../../../sdk/contract/webhooks.ts"
import { program } from "../../base/program.ts"
import { Form } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { SelectField, TextField } from "../app/fields.tsx"
import { callService } from "../app/service.ts"
import { eventTypes } from "./event-types.ts"

/** This machine, as an address names it. */
const isHere = /^https?:\/\/([\w.-]+\.)?(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i

/** Adds an endpoint to the account's own brand, as a program would: what is wrong with it is what a program would be told. */
export function NewEndpoint({ done }: { readonly done: (id: number) => void }) {
  const [url, setUrl] = useState("http://127.0.0.1:3000/webhooks")
  const [event, setEvent] = useState("")
  const create = async () => {
    const events = event === "" ? eventTypes : [event]
    done((await callService<Webhook>("POST", "/v1/my/webhooks", { url, events })).id)
  }
  const allow = async () => {
    await call("POST", "webhooks/allow_local")
    await create()
  }
  return (
    <Form fields={["url", "events"]} work={create} done="Endpoint added: its signing secret is below." submit="Add">
      {(at, act) => (
        <>
          <TextField label="URL of your receiver" inputMode="url" required value={url} set={setUrl} error={at("url")} />
          <SelectField label="Events" none="All events" value={event} set={setEvent} choices={eventTypes} />
          {at("url") !== undefined && isHere.test(url) && (
            <p class="wide">
              This mock server sends no webhooks to this machine. Allow them until it ends, or start it with{" "}
              <code>{program} mock start --allow-local-webhooks</code>{" "}
              <button
                type="button"
                onClick={() => act(allow, "Local webhooks are allowed, and the endpoint is added.")}
              >
                Allow local webhooks
              </button>
            </p>
          )}
        </>
      )}
    </Form>
  )
}

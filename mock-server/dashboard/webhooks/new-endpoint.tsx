import type { Webhook } from "../../../sdk/contract/webhooks.ts"
import { webhookEventTypes } from "../../../sdk/webhooks/events.gen.ts"
import { program } from "../../base/program.ts"
import { Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { SelectField, TextField } from "../app/fields.tsx"
import { callService } from "../app/service.ts"

/** URLs of this machine. */
const isHere = /^https?:\/\/([\w.-]+\.)?(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i

/** Adds an endpoint to the account's default brand through the service's API, with the same validation errors. */
export function NewEndpoint({ done }: { readonly done: (id: number) => void }) {
  const form = useForm({ url: "http://127.0.0.1:3000/webhooks", events: "" })
  const { url, events } = form.values
  const create = async () => {
    const body = { url, events: events === "" ? webhookEventTypes : [events] }
    done((await callService<Webhook>("POST", "/v1/my/webhooks", body)).id)
  }
  const allow = async () => {
    await call("POST", "webhooks/allow_local")
    await create()
  }
  const isRefused = form.field("url").error !== undefined && isHere.test(url)
  return (
    <Form
      form={form}
      work={create}
      done="Endpoint added: its signing secret is below."
      kind={isRefused ? "" : "main"}
      submit="Add"
    >
      <TextField label="URL of your receiver" inputMode="url" required {...form.field("url")} />
      <SelectField label="Events" none="All events" choices={webhookEventTypes} {...form.field("events")} />
      {isRefused && (
        <p class="wide">
          This mock server sends no webhooks to this machine. Allow them until it stops, or start it with{" "}
          <code>{program} mock --local-webhooks</code>{" "}
          <button
            type="button"
            class="main"
            onClick={() => form.act(allow, "Local webhooks are allowed, and the endpoint is added.")}
          >
            Allow local webhooks
          </button>
        </p>
      )}
    </Form>
  )
}

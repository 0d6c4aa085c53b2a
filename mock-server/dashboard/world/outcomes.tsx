import type { NewOutcome } from "../../base/models.gen.ts"
import { ActionButton, Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { SelectField, TextField } from "../app/fields.tsx"
import { Badge } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"

const kinds = [
  "bounced",
  "soft_bounced",
  "complained",
  "failed",
  "delayed",
  "opened",
  "clicked",
  "delivered",
  "unknown",
]

type Outcome = NewOutcome & { readonly id: number; readonly used: number }

export function Outcomes() {
  const form = useForm({ to: "", outcome: "bounced" })
  const outcomes = useRead<Outcome[]>("outcomes", versionOf("outcomes"))
  const add = async () => {
    await call("POST", "outcomes", form.values)
    form.change({ to: "" })
  }
  return (
    <>
      <p>Decide what happens to messages before they are sent: by address, domain or number.</p>
      <Form form={form} work={add} done="Outcome added." submit="Add the outcome">
        <TextField label="Recipient" required placeholder="*@example.test" {...form.field("to")} />
        <SelectField label="Outcome" choices={kinds} {...form.field("outcome")} />
      </Form>
      <Await response={outcomes}>
        {(all) =>
          all.length === 0 ? (
            <p class="faint">No outcomes yet: messages are delivered, except to addresses of simulator.test.</p>
          ) : (
            <ul class="rows" aria-label="Outcomes">
              {all.map(({ id, to, outcome, used, times }) => (
                <li key={id}>
                  <span class="grow">
                    <bdi>{to}</bdi>
                  </span>
                  <Badge tone="info">{outcome}</Badge>
                  <small>{times ? `used ${used} of ${times} times` : `used ${used} times`}</small>
                  <ActionButton
                    kind="danger"
                    name={`Remove outcome ${id}`}
                    work={() => call("DELETE", `outcomes/${id}`)}
                    done="Outcome removed."
                  >
                    Remove
                  </ActionButton>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
    </>
  )
}

import { useState } from "preact/hooks"
import type { Fault } from "../../world/fault-rules.ts"
import { ActionButton, Form, useForm } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { examples } from "../app/examples.ts"
import { Check, SelectField, TextField } from "../app/fields.tsx"
import { Badge, Code, Part, Segments } from "../app/parts.tsx"
import { Await, useRead, versionOf } from "../app/read.tsx"
import { type FaultField, faultFields, faultOf } from "./fault-fields.ts"

const profiles = ["calm", "production", "storm"] as const

export function Faults() {
  const faults = useRead<Fault[]>("faults", versionOf("faults"))
  return (
    <>
      <p>Make requests or webhooks fail, to see how your program copes.</p>
      <NewFault />
      <Part title="Active faults">
        <Await response={faults}>
          {(all) =>
            all.length === 0 ? (
              <>
                <p class="faint">No faults: nothing is made to fail. From a terminal:</p>
                <Code text={examples.fault} label="the command" />
              </>
            ) : (
              <>
                <ul class="rows" aria-label="Faults">
                  {all.map((fault) => (
                    <FaultLine key={fault.id} fault={fault} />
                  ))}
                </ul>
                <ActionButton kind="danger" work={() => call("DELETE", "faults")} done="All faults removed.">
                  Remove all
                </ActionButton>
              </>
            )
          }
        </Await>
      </Part>
      <Profiles />
    </>
  )
}

function Profiles() {
  const [seed, setSeed] = useState("")
  const body = (name: string) => ({ name, ...(seed === "" ? {} : { seed: Number(seed) }) })
  return (
    <Part title="Profiles">
      <p>A set of random faults: none (calm), as in production, or many (storm). The seed makes them repeatable.</p>
      <div class="actions">
        {profiles.map((name) => (
          <ActionButton
            key={name}
            work={() => call("PUT", "faults/profile", body(name))}
            done={`Profile ${name} is active.`}
          >
            {name}
          </ActionButton>
        ))}
        <TextField label="Seed" inputMode="decimal" placeholder="the world's" value={seed} set={setSeed} />
      </div>
    </Part>
  )
}

/** Fields whose default is 1. */
const isUsual = /^(probability|from)$/

/** A fault with its settings, without those at their default. */
function FaultLine({ fault }: { readonly fault: Fault }) {
  const { id, on, fired, times, ...rest } = fault
  const settings = Object.entries(rest).filter(
    ([name, value]) => value !== null && !(value === 1 && isUsual.test(name)),
  )
  const text = settings.map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
  return (
    <li>
      <Badge tone="info">{on === "request" ? "requests" : "webhooks"}</Badge>
      <span class="grow">
        <bdi>{text.join(", ")}</bdi>
      </span>
      <small>{times === null ? `fired ${fired} times` : `fired ${fired} of ${times} times`}</small>
      <ActionButton
        kind="danger"
        name={`Remove fault ${id}`}
        work={() => call("DELETE", `faults/${id}`)}
        done="Fault removed."
      >
        Remove
      </ActionButton>
    </li>
  )
}

const kinds = [
  ["request", "Requests"],
  ["delivery", "Webhooks"],
] as const
const nothingTyped = Object.fromEntries(
  Object.values(faultFields).flatMap(({ first, more }) => [...first, ...more].map(({ name }) => [name, ""])),
)

function NewFault() {
  const [on, setOn] = useState<"request" | "delivery">("request")
  const form = useForm(nothingTyped)
  const add = async () => {
    await call("POST", "faults", faultOf(on, form.values))
    form.change(nothingTyped)
  }
  const inputOf = ({ name, label, type, example }: FaultField) => {
    const fieldProps = { label, ...form.field(name), value: form.values[name] ?? "" }
    if (typeof type !== "string") return <SelectField key={name} {...fieldProps} none="no" choices={type} />
    if (type === "check") {
      const set = (isSet: boolean) => fieldProps.set(isSet ? "true" : "")
      return <Check key={name} label={label} checked={fieldProps.value !== ""} set={set} />
    }
    const inputMode = type === "number" ? "decimal" : "text"
    return <TextField key={name} {...fieldProps} inputMode={inputMode} placeholder={example} />
  }
  return (
    <Form form={form} work={add} done="Fault added." submit="Add the fault">
      <div class="wide">
        <Segments label="What fails" chosen={on} choose={setOn} of={kinds} />
      </div>
      {faultFields[on].first.map(inputOf)}
      <details class="wide">
        <summary>More</summary>
        <div class="form">{faultFields[on].more.map(inputOf)}</div>
      </details>
    </Form>
  )
}

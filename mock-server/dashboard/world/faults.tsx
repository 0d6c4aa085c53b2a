import { useState } from "preact/hooks"
import type { Fault } from "../../world/fault-rules.ts"
import { act } from "../app/act.ts"
import { call } from "../app/api.ts"
import { Badge, Code } from "../app/parts.tsx"
import { useRead } from "../app/read.ts"
import { taught } from "../app/taught.ts"
import { versionOf } from "./changes.ts"
import { type FaultField, faultFields, faultOf } from "./fault-fields.ts"
import { Reading } from "./reading.tsx"

const profiles = ["calm", "production", "storm"] as const

/** Failures to come, of requests and of webhook attempts. */
export function Faults() {
  const faults = useRead<Fault[]>("faults", versionOf("faults"))
  return (
    <>
      <Profiles />
      <Form />
      <Reading answer={faults}>
        {(all) => (
          <>
            {all.length === 0 ? (
              <p class="quiet">Nothing is made to fail. From a command:</p>
            ) : (
              <div class="actions">
                <button type="button" onClick={() => act(() => call("DELETE", "faults"), "Nothing fails any more.")}>
                  Remove all
                </button>
              </div>
            )}
            {all.length === 0 && <Code text={taught.fault} label="the command" />}
            <ul class="records" aria-label="Faults">
              {all.map((fault) => (
                <li key={fault.id}>
                  <FaultLine fault={fault} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Reading>
    </>
  )
}

function Profiles() {
  const [seed, setSeed] = useState("")
  const set = (name: string) =>
    act(
      () => call("PUT", "faults/profile", { name, ...(seed === "" ? {} : { seed: Number(seed) }) }),
      `It is ${name} now.`,
    )
  return (
    <fieldset class="actions">
      <legend>Profile</legend>
      {profiles.map((name) => (
        <button type="button" key={name} onClick={() => set(name)}>
          {name}
        </button>
      ))}
      <label>
        Seed{" "}
        <input
          type="number"
          min={0}
          size={6}
          placeholder="the world's"
          value={seed}
          onInput={({ currentTarget }) => setSeed(currentTarget.value)}
        />
      </label>
    </fieldset>
  )
}

/** Of these 1 is what is meant where nothing is said. */
const isUsual = /^(probability|from)$/

/** What a fault is about and does: all that it says and that not every fault says. */
function FaultLine({ fault }: { readonly fault: Fault }) {
  const { id, on, fired, times, ...rest } = fault
  const said = Object.entries(rest).filter(([name, value]) => value !== null && !(value === 1 && isUsual.test(name)))
  const text = said.map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
  return (
    <div class="line">
      <Badge tone="bad">{on === "request" ? "requests" : "webhooks"}</Badge>
      <span class="grow">
        <bdi>{text.join(", ")}</bdi>
      </span>
      <small>
        {fired} of {times ?? "any number of"} times
      </small>
      <button
        type="button"
        aria-label={`Remove fault ${id}`}
        onClick={() => act(() => call("DELETE", `faults/${id}`), "It is gone.")}
      >
        Remove
      </button>
    </div>
  )
}

function Form() {
  const [on, setOn] = useState<"request" | "delivery">("request")
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const add = async () => {
    await call("POST", "faults", faultOf(on, typed))
    setTyped({})
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void act(add, "It is to come.")
      }}
    >
      <fieldset class="actions">
        <legend>One more, of</legend>
        {(["request", "delivery"] as const).map((kind) => (
          <button type="button" key={kind} aria-pressed={kind === on} onClick={() => setOn(kind)}>
            {kind === "request" ? "requests" : "webhooks"}
          </button>
        ))}
      </fieldset>
      <div class="fields">
        {faultFields[on].map((field) => (
          <div class="field" key={field.name}>
            <label for={`fault-${field.name}`}>{field.label}</label>
            <Input
              field={field}
              value={typed[field.name] ?? ""}
              set={(value) => setTyped((before) => ({ ...before, [field.name]: value }))}
            />
          </div>
        ))}
      </div>
      <button type="submit" class="main">
        Add the fault
      </button>
    </form>
  )
}

interface InputProps {
  readonly field: FaultField
  readonly value: string
  readonly set: (value: string) => void
}

function Input({ field: { type, name, example, choices = [] }, value, set }: InputProps) {
  const id = `fault-${name}`
  if (type === "choice") {
    return (
      <select id={id} value={value} onChange={({ currentTarget }) => set(currentTarget.value)}>
        <option value="">no</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  }
  if (type === "check") {
    return (
      <input
        id={id}
        type="checkbox"
        checked={value !== ""}
        onChange={({ currentTarget }) => set(currentTarget.checked ? "true" : "")}
      />
    )
  }
  return (
    <input
      id={id}
      inputMode={type === "number" ? "decimal" : "text"}
      placeholder={example}
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value)}
    />
  )
}

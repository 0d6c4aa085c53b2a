import { useEffect, useRef, useState } from "preact/hooks"
import { act } from "../app/act.ts"
import { callService } from "../app/service.ts"
import { eventTypes } from "./event-types.ts"

/** Adds an endpoint to the account's own brand, as a program would: what is wrong with it is what a program would be told. */
export function NewEndpoint({ done }: { readonly done: () => void }) {
  const [url, setUrl] = useState("http://127.0.0.1:3000/webhooks")
  const [event, setEvent] = useState("")
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.scrollIntoView({ block: "nearest" }), [])
  const add = (submitted: Event) => {
    submitted.preventDefault()
    const events = event === "" ? eventTypes : [event]
    void act(async () => {
      await callService("POST", "/v1/my/webhooks", { url, events })
      done()
    }, "It is added. Its secret is shown where it is opened.")
  }
  return (
    <form class="form bar" ref={form} onSubmit={add}>
      <label>
        Address that receives
        <input type="url" required value={url} onInput={({ currentTarget }) => setUrl(currentTarget.value)} />
      </label>
      <label>
        Events
        <select value={event} onChange={({ currentTarget }) => setEvent(currentTarget.value)}>
          <option value="">every event</option>
          {eventTypes.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <button type="submit" class="main">
        Add it
      </button>
    </form>
  )
}

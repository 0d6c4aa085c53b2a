import { useEffect, useRef, useState } from "preact/hooks"
import { program } from "../../base/program.ts"
import { act } from "../app/act.ts"
import { Refused } from "../app/api.ts"
import { callService } from "../app/service.ts"
import { eventTypes } from "./event-types.ts"

/** This machine, as an address names it. */
const isHere = /^https?:\/\/([\w.-]+\.)?(localhost|127(\.\d+){3}|\[::1\])(:|\/|$)/i
const wayIn = `For a receiver on this machine start the mock server anew: ${program} mock start --allow-local-webhooks`

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
      await callService("POST", "/v1/my/webhooks", { url, events }).catch((error: unknown) => {
        const isForUrl = error instanceof Refused && /\burl must\b/.test(error.message)
        throw isForUrl && isHere.test(url) ? new Refused(`${error.message}. ${wayIn}`) : error
      })
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

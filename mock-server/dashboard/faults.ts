import type { DeliveryFault, Fault, RequestFault } from "../world/fault-rules.ts"
import { call } from "./api.ts"
import { badge, button, h } from "./dom.ts"
import { type Act, listPanel } from "./panel.ts"

/** Failures to come, and a form for another. */
export const faultsPanel = (act: Act) =>
  listPanel<Fault>(
    {
      name: "faults",
      title: "Faults",
      path: "faults",
      empty: "Nothing is made to fail.",
      head: form(act),
    },
    (fault) =>
      h(
        "div",
        { class: "row" },
        badge(effectOf(fault), "bad"),
        h("b", {}, fault.on === "request" ? (fault.method ?? "any method") : "webhooks"),
        h("code", { class: "grow" }, placeOf(fault)),
        h("small", {}, `${fault.fired} of ${fault.times ?? "any number of"} times`),
        button("Remove", () => act(() => call("DELETE", `faults/${fault.id}`))),
      ),
  )

function placeOf(fault: Fault): string {
  if (fault.on === "request") return fault.path ?? "any path"
  return `${fault.event_type ?? "any event"} to ${fault.webhook_id === null ? "any endpoint" : `endpoint ${fault.webhook_id}`}`
}

function effectOf(fault: Fault): string {
  const effects = fault.on === "request" ? requestEffects(fault) : deliveryEffects(fault)
  const chance = fault.probability < 1 ? [`in ${Math.round(fault.probability * 1_000) / 10} %`] : []
  return [...effects, ...chance].join(", ")
}

function requestEffects({ status, drop, latency_ms, body, headers, cut_at, drip_ms }: RequestFault): string[] {
  const effects = [
    status === null ? "" : `answers ${status}`,
    drop === null ? "" : `cuts ${drop}`,
    latency_ms === null ? "" : `waits ${latency_ms} ms`,
    body === undefined && headers === undefined ? "" : "another answer",
    cut_at === undefined ? "" : `cuts after ${cut_at} bytes`,
    drip_ms === undefined ? "" : `drips every ${drip_ms} ms`,
  ]
  return effects.filter(Boolean)
}

function deliveryEffects({ drop, delay_ms, duplicate, reorder, signature }: DeliveryFault): string[] {
  const effects = [
    drop === undefined ? "" : `drops ${drop}`,
    delay_ms === undefined ? "" : `delays by ${delay_ms / 1_000} s`,
    duplicate === undefined ? "" : `${duplicate} more`,
    reorder ? "overtaken" : "",
    signature === undefined ? "" : `signature: ${signature}`,
  ]
  return effects.filter(Boolean)
}

/** What each field is called; numbers go as numbers, and what is empty is left out. */
const fields = [
  ["method", "Method", { placeholder: "any", size: 6 }],
  ["path", "Path", { placeholder: "/v1/my/*", value: "/v1/my/*" }],
  ["status", "Status", { type: "number", min: 400, max: 599, placeholder: "503" }],
  ["latency_ms", "Wait (ms)", { type: "number", min: 0, placeholder: "0" }],
  ["times", "Times", { type: "number", min: 1, placeholder: "always" }],
] as const

function form(act: Act): Node {
  const element = h(
    "form",
    { class: "bar" },
    ...fields.map(([name, label, parts]) => h("label", {}, label, h("input", { name, autocomplete: "off", ...parts }))),
    h(
      "label",
      {},
      "Cut",
      h("select", { name: "drop" }, ...["", "before", "after"].map((value) => h("option", {}, value))),
    ),
    h("button", {}, "Add"),
    button("Clear all", () => act(() => call("DELETE", "faults"))),
  )
  element.addEventListener("submit", (event) => {
    event.preventDefault()
    void act(() => call("POST", "faults", faultOf(new FormData(element))))
  })
  return element
}

function faultOf(data: FormData): object {
  const given = [...data].filter(([, value]) => value !== "")
  return Object.fromEntries(
    given.map(([name, value]) => [name, ["status", "latency_ms", "times"].includes(name) ? Number(value) : value]),
  )
}

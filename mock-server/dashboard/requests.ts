import type { JournalEntry } from "../world/journal.ts"
import { call } from "./api.ts"
import { badge, button, entry, h, json, part } from "./dom.ts"
import { type Act, listPanel } from "./panel.ts"
import { timeOfDay } from "./times.ts"

/** What was asked, and what was answered. */
export const requestsPanel = (act: Act) =>
  listPanel<JournalEntry>(
    {
      name: "requests",
      title: "Requests",
      path: "requests?limit=100",
      empty: "Nobody has called the service yet.",
      head: h(
        "div",
        { class: "bar" },
        button("Clear", () => act(() => call("DELETE", "requests"))),
      ),
    },
    (request) => {
      const { id, time, method, path, query, status, duration_ms, endpoint, fault_id } = request
      return entry(
        id,
        [
          h("time", { datetime: time }, timeOfDay(time)),
          badge(status ?? "cut", toneOf(status)),
          h("b", {}, method),
          h("code", { class: "grow" }, query === null ? path : `${path}?${query}`),
          fault_id === null ? null : badge(`fault ${fault_id}`, "warn"),
          endpoint === null ? null : h("small", {}, endpoint),
          h("small", {}, `${duration_ms.toFixed(1)} ms`),
        ],
        () => details(request),
      )
    },
  )

function details({
  credential_kind,
  account_id,
  brand_id,
  idempotency_key,
  request_body,
  response_body,
}: JournalEntry) {
  return h(
    "div",
    {},
    part("Caller", json({ credential_kind, account_id, brand_id, idempotency_key })),
    part("Request", json(request_body)),
    part("Answer", json(response_body)),
  )
}

function toneOf(status: number | null) {
  if (status === null || status >= 500) return "bad"
  return status >= 400 ? "warn" : "good"
}

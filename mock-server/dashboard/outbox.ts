import type { ServiceMail } from "../store/tables/outbox.ts"
import { badge, entry, h, json, part, pre } from "./dom.ts"
import { listPanel } from "./panel.ts"
import { timeOfDay } from "./times.ts"

/** What the service itself has mailed. */
export const outboxPanel = listPanel<ServiceMail>(
  { name: "outbox", title: "Outbox", path: "outbox", empty: "The service has mailed nobody yet." },
  ({ id, created_at, kind, to, subject, text, data }) =>
    entry(
      id,
      [
        h("time", { datetime: created_at }, timeOfDay(created_at)),
        badge(kind, "quiet"),
        h("b", {}, to),
        h("span", { class: "grow" }, subject),
      ],
      () => h("div", {}, part("Text", pre(text)), part("Data", json(data))),
    ),
)

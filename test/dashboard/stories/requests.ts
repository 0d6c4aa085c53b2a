import { rowsOf } from "../../support/dashboard-data.ts"
import { post } from "../../support/post.ts"
import { addEndpoints, type Story, send } from "./story.ts"

const journal: Story = async (page, service) => {
  await page.open("requests")
  await addEndpoints(service, { 200: ["email.sent"] })
  await send(service, {}, { "Idempotency-Key": "twice" })
  await send(service, {}, { "Idempotency-Key": "twice" })
  await post(service, "/v1/my/webhooks/1/test", { type: "email.opened" })
  await post(service, "/v1/my/messages", { channel: "email", subject: "<b>bold</b>" })
  await post(service, "/v1/my/messages", { channel: "email", subject: "again" })
  await service.fetch("/v1/nowhere?why=not")
  await service.fetch("/v1/my/lists", { headers: { Authorization: "Bearer maskey_live_wrong" } })
  service.world.faults.add({ method: "GET", path: "/v1/me", status: 503, times: 1 })
  await service.fetch("/v1/me", { headers: { Authorization: `Bearer ${service.apiKey}` } })
  service.world.faults.add({ path: "/v1/my/lists", drop: "before", times: 1 })
  await post(service, "/v1/my/lists", { name: "lost" }).catch(() => undefined)
  await service.fetch("/v1/my/lists/%7B", { method: "POST", body: "{" })
  await page.settle()
  const { total } = await rowsOf(service.world, "request")
  for (let id = 1; id <= total; id++) await page.open(`requests/${id}`)
  await page.open("requests/99")
  for (const outcome of ["client error", "server error", "cut off", "success", ""])
    await page.type("Any status", outcome)
  for (const text of ["nowhere", "cut", "503", "twice", "POST 422 messages.send", "POST/v1", "none such"]) {
    await page.type("Search recipient, path, key, id", text)
  }
  await page.open("requests?endpoint=messages.send")
  await page.type("Any endpoint", "")
  await page.open("requests/2?endpoint=messages.send&is=success")
  await page.press("Close")
  await page.press("Clear")
}

export const requestsStories = { journal }

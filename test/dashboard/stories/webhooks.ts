import { addEndpoints, type Story, send } from "./story.ts"

const ends = [
  "200 long",
  "204",
  "302 moved",
  "400",
  '401 {"error":"no"}',
  "403",
  "404",
  "405",
  "409",
  "410",
  "500 the database is locked",
  "300",
]

const responses: Story = async (page, service) => {
  await addEndpoints(service, Object.fromEntries(ends.map((end) => [encodeURIComponent(end), ["email.sent"]])))
  await send(service)
  await service.world.advance(0)
  await page.open("webhooks")
  for (let id = 1; id <= ends.length; id++) await page.open(`webhooks/${id}`)
  await page.open("webhooks/99")
  await page.open("webhooks/3?attempt=99&is=retrying&q=x")
  await page.press("Close")
  await page.open("webhooks?is=failed")
  await page.type("Any status", "retrying")
  await page.type("Search recipient, subject, event, id", "message 1")
  await page.type("Search recipient, subject, event, id", "SENT 3")
  await page.open("webhooks?endpoint=3&is=retrying")
  await page.press("Deliveries of all endpoints")
  await page.open("webhooks?endpoint=3")
}

const endpoints: Story = async (page, service) => {
  await page.open("webhooks")
  await page.press("Add an endpoint")
  await page.press("Add")
  await page.press("Add an endpoint")
  await page.type("URL of your receiver", "http://127.0.0.1:9/500")
  await page.type("Events", "email.opened")
  await page.press("Add")
  await page.press("Add an endpoint")
  await page.type("URL of your receiver", "ftp://shop.test/")
  await page.press("Add")
  await page.type("URL of your receiver", "https://shop.test/hooks")
  await page.press("Add")
  await page.open("webhooks?endpoint=2")
  await page.press("Send a sample")
  await page.step("it goes out", () => service.world.advance(0))
  await page.type("Sample event", "email.bounced")
  await page.press("Send a sample")
  await page.step("ten hours pass", () => service.world.advance("10h"))
  await page.press("Disable")
  await page.open("webhooks/1?endpoint=2")
  await page.press("Enable")
  await page.step("its secret is another", () => service.world.webhooks.rotate(2, { grace: "1h" }))
  await page.press("Send a sample")
  await page.step("it goes out", () => service.world.advance(0))
  await page.open("webhooks/3?endpoint=2")
}

export const webhooksStories = { responses, endpoints }

import { createMockService } from "../../../mock-server/index.ts"
import { rowsOf } from "../../support/dashboard-data.ts"
import { Page } from "../../support/page.ts"
import { addEndpoints, optionsOfStories, type Story, send } from "./story.ts"

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
const errors = ["connection Refused", "it timed out", "given up after 10 s", "ABORTED", "cut off", ""]

const answers: Story = async (page, service) => {
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
  await page.press("All deliveries")
  await page.open("webhooks?endpoint=3")
}

const noAnswers: Story = async (page, service) => {
  await addEndpoints(service, Object.fromEntries(errors.map((end) => [encodeURIComponent(end), ["email.sent"]])))
  await send(service)
  await service.world.advance(0)
  for (let id = 1; id <= errors.length; id++) await page.open(`webhooks/${id}`)
}

const retries: Story = async (page, service) => {
  await addEndpoints(service, { 500: ["email.sent"], "200": ["email.sent", "email.opened"] })
  await send(service)
  await service.world.advance(0)
  await page.open("webhooks/1")
  for (const span of ["3m", "1h", "10h", "3d"]) {
    await page.step(`${span} pass`, () => service.world.advance(span))
    await page.open("webhooks/2?attempt=2&endpoint=1")
  }
  await page.press("✕Attempt 1: 50003-01 12:00:00")
  await page.open("webhooks/2?endpoint=2&attempt=2")
  await page.press("Resend as a new delivery")
  await page.open("webhooks/1")
  await page.press("Copy as a test")
  await page.step("a fourth message", () => send(service, { to: "opened@simulator.test" }))
  await page.step("all that is due", () => service.world.advance(0))
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

const faults: Story = async (page, service) => {
  await addEndpoints(service, { 200: ["email.sent"], 204: ["email.opened"] })
  const effects = [
    { drop: "before" },
    { drop: "after" },
    { delay: "90s" },
    { duplicate: 1 },
    { duplicate: 2, signature: "two" },
    { reorder: true },
    { signature: "wrong" },
    { signature: "old" },
    { signature: "other" },
  ] as const
  for (const effect of effects) {
    service.world.faults.add({ on: "delivery", webhook_id: 1, ...effect, times: 1 })
    await send(service)
    await service.world.advance("2m")
  }
  await page.open("webhooks")
  const last = (await rowsOf(service.world, "delivery")).total
  for (let id = 1; id <= last; id++) await page.open(`webhooks/${id}`)
  await page.open("webhooks/1?attempt=1")
}

/** For a server that sends only to the public internet. */
async function refusals(page: Page): Promise<void> {
  const service = createMockService({ ...optionsOfStories(), allowLocalWebhooks: false })
  const other = new Page(service)
  try {
    await other.open("webhooks")
    await other.press("Add an endpoint")
    for (const url of [
      ...["http://127.0.0.1:3000/webhooks", "http://LOCALHOST/", "https://shop.localhost", "http://[::1]:80/"],
      ...["http://shop.test/", "http://localhost.shop.test/", "http://127.0.0.1.test/"],
    ]) {
      await other.type("URL of your receiver", url)
      await other.press("Add")
    }
    await other.type("URL of your receiver", "http://127.0.0.1:9/200")
    await other.press("Add")
    await other.press("Allow local webhooks")
    page.told.push(...other.told)
  } finally {
    other.close()
    await service.close()
  }
}

export const webhooksStories = { answers, noAnswers, retries, endpoints, faults, refusals }

import type { Page } from "@playwright/test"
import { expect, test } from "./world.ts"

// All in parallel, with the same customer, so that any leak between tests shows.
const customer = "ana@example.test"

async function buy(page: Page, email = customer): Promise<void> {
  await page.goto("/")
  await page.getByLabel("E-mail").fill(email)
  await page.getByRole("button", { name: "Buy" }).click()
}

test("says that the receipt was delivered", async ({ page, world }) => {
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("delivered")
  const mail = await world.expect.message({ to: customer })
  expect(mail.text).toBe("Thank you")
})

test("says that the receipt was opened", async ({ page, world }) => {
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("delivered")
  const { id } = await world.expect.message({ to: customer })
  await world.messages.event(id, { type: "opened" })
  await expect(page.getByRole("status")).toHaveText("opened")
})

test("says that the address does not exist", async ({ page, world }) => {
  await world.outcomes.add({ to: customer, outcome: "bounced" })
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("bounced")
})

test("sends one receipt, although the response is lost", async ({ page, world }) => {
  await world.faults.add({ path: "/v1/my/messages", drop: "after", times: 1 })
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("delivered")
  expect(await world.messages.list({})).toHaveLength(1)
})

test("sends one receipt for one form, sent twice", async ({ page, context, world }) => {
  await page.goto("/")
  await page.getByLabel("E-mail").fill(customer)
  const id = await page.locator("input[name=id]").inputValue()
  await page.getByRole("button", { name: "Buy" }).click()
  await expect(page.getByRole("status")).toHaveText("delivered")
  const again = await context.newPage()
  await again.goto("/")
  await again.locator("input[name=id]").evaluate((input, value) => input.setAttribute("value", value), id)
  await again.getByLabel("E-mail").fill(customer)
  await again.getByRole("button", { name: "Buy" }).click()
  await expect(again).toHaveURL(`/orders/${id}`)
  expect(await world.messages.list({})).toHaveLength(1)
})

test("says why the service refuses, and sends when asked again", async ({ page, world }) => {
  await world.faults.add({ path: "/v1/my/messages", status: 403, times: 1 })
  await buy(page)
  await expect(page.getByRole("main").getByRole("alert")).toContainText("403")
  expect(await world.messages.list({})).toEqual([])
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("status")).toHaveText("delivered")
})

test("hears of a webhook a minute later, when its first attempt was lost", async ({ page, world }) => {
  await world.faults.add({ on: "delivery", event_type: "email.delivered", drop: "before", times: 1 })
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("sent")
  await world.advance("1m")
  await expect(page.getByRole("status")).toHaveText("delivered")
})

test("believes no webhook that is signed with another secret", async ({ page, world }) => {
  await world.faults.add({ on: "delivery", signature: "wrong" })
  await buy(page)
  await expect(page.getByRole("status")).toHaveText("on its way")
  const { id } = await world.expect.message({ to: customer })
  await world.expect.delivery({ message_id: id, event_type: "email.delivered", response_status: 400 })
  await page.reload()
  await expect(page.getByRole("status")).toHaveText("on its way")
})

test.afterEach(async ({ page, world }) => {
  await page.goto("/")
  await expect(page.getByRole("listitem")).toHaveCount(1)
  expect(await world.messages.list({})).toHaveLength(1)
})

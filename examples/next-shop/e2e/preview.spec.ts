import { expect, test } from "@playwright/test"
import { mockToken } from "./addresses.ts"

const customer = "ana@example.test"

test("sends the receipt to the mock in the shop, whose dashboard shows it", async ({ page }) => {
  await page.goto("/")
  await page.getByLabel("E-mail").fill(customer)
  await page.getByRole("button", { name: "Buy" }).click()
  await expect(page.getByRole("status")).toHaveText("delivered")
  await page.goto(`/mas/_mock/?token=${mockToken}`)
  await page.getByText(customer).first().click()
  await expect(page.getByText("Your receipt").first()).toBeVisible()
})

test("keeps what was sent in the file that it saves", async ({ request }) => {
  const headers = { Authorization: "Bearer maskey_live_mock" }
  const messages = await request.get("/mas/v1/my/messages", { headers })
  expect(await messages.json()).toMatchObject([{ to: customer }])
})

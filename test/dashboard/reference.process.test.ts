import { expect, it } from "vitest"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { injectAxe, violationsIn } from "../support/axe.ts"
import { describeDashboard, type Frame } from "../support/dashboard-page.ts"

const endpoints = listEndpoints(contract).map(({ spec: { method, path } }) => ({
  name: `${method} ${path}`,
  id: `${method.toLowerCase()}-${path.replaceAll(/[{}]/g, "-")}`,
}))

/** Opens the API reference at an endpoint, below the prefix of a world. */
async function openReference({ page, server }: Frame, prefix = "", id = ""): Promise<void> {
  await page.goto(`${server.url}${prefix}/docs/api#?route=${id}`)
  await page.locator("openapi-explorer .nav-bar-path").first().waitFor()
}

describeDashboard("the API reference in a browser", (frame) => {
  it("lists every endpoint, every webhook event and every model", async () => {
    await openReference(frame)
    const rows = frame.page.locator("openapi-explorer .nav-bar-path")
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-content-id")))
    expect(endpoints).toHaveLength(73)
    expect(endpoints.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(["post-email.bounced", "cmp--schemas-message"]))
  })

  // One of each kind of page.
  it.each(["overview", "get-/v1/my/contacts", "post-/v1/my/messages", "patch-/v1/my/account"])(
    "passes axe: %s",
    async (id) => {
      await injectAxe(frame.page)
      await openReference(frame, "", id)
      if (id !== "overview") await frame.page.locator(`openapi-explorer api-request[element-id="${id}"]`).waitFor()
      expect(await violationsIn(frame.page)).toEqual([])
    },
  )

  it("names each kind of credential", async () => {
    await openReference(frame, "", "post-/v1/my/messages")
    const names = frame.page.locator(
      "openapi-explorer [part=anchor-operation-security], openapi-explorer .security-tooltip",
    )
    const text = (await names.allTextContents()).join(" ")
    expect(text).toContain("api_key")
    expect(text).not.toContain("HTTP Bearer")
  })

  it.each(["main", "another"])("sends a message to its own world, with the world's key: %s", async (which) => {
    const { world } = frame.server
    const other = world.worlds.create()
    const [chosenWorld, foreign] = which === "main" ? [world, other] : [other, world]
    await openReference(frame, which === "main" ? "" : `/@${other.id}`, "post-/v1/my/messages")
    await frame.page.getByRole("button", { name: "Execute" }).click()
    await frame.page.getByText("Response Status: Created (201)").waitFor()
    const subjects = [chosenWorld, foreign].map(({ messages }) => messages.list().map(({ subject }) => subject))
    expect(subjects).toEqual([["Your receipt"], []])
  })
})

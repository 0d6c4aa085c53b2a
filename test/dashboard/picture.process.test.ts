import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { root } from "../support/files.ts"
import { startReceiver } from "../support/receiver.ts"
import { describeWindow } from "../support/window.ts"

const path = join(root, "docs/dashboard.png")
const subjects = ["Your receipt", "Welcome to Acme, Ada", "Reset your password", "Your parcel is on its way"]
const fates = ["delivered", "opened", "clicked", "bounced"]

/** Width and height stand behind the signature and the name of the first chunk. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)]

describeWindow("the picture of the window", (frame) => {
  // `MAS_PICTURE=1 npx vitest run test/dashboard/picture` takes it anew.
  it("is what README.md shows, and small", async () => {
    const receiver = await startReceiver((response, { body }) => {
      const isBounce = body.includes("email.bounced")
      response.writeHead(isBounce ? 500 : 200, { "Content-Type": "application/json" })
      response.end(isBounce ? '{"error":"the database is locked"}' : "{}")
    })
    try {
      const events = ["email.sent", "email.delivered", "email.opened", "email.clicked", "email.bounced"]
      await frame.post("/v1/my/webhooks", { url: receiver.url, events })
      for (const [at, subject] of subjects.entries()) {
        await frame.send({
          subject,
          to: `${fates[at]}@simulator.test`,
          html: '<a href="https://acme.test/orders/1">Yours</a>',
        })
      }
      await frame.server.world.advance("40m")
      const failing = frame.server.world.deliveries().findLast(({ event_type }) => event_type === "email.bounced")
      await frame.page.emulateMedia({ colorScheme: "light" })
      await frame.open(`webhooks/${failing?.delivery_id}`)
      await frame.page.getByText("A receiver with this endpoint's secret takes it.").waitFor()
      const picture = await frame.page.screenshot()
      if (process.env.MAS_PICTURE) writeFileSync(path, picture)
    } finally {
      await receiver.close()
    }
    const kept = readFileSync(path)
    expect(sizeOf(kept)).toEqual([1280, 800])
    expect(kept.byteLength).toBeLessThan(300_000)
    expect(readFileSync(join(root, "README.md"), "utf8")).toMatch(/^!\[.+\]\(\S+\/docs\/window\.png\)$/m)
  })
})

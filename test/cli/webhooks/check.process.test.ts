import { existsSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Home } from "../own/run.ts"

const home = new Home({ MAS_WEBHOOK_SECRET: `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}` })
const silent = createServer()
let check: readonly string[]

beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
  check = ["webhooks", "check", `127.0.0.1:${(silent.address() as AddressInfo).port}/hooks`]
})
afterAll(() => {
  silent.close()
  silent.closeAllConnections()
  home.remove()
})

it("a check ends at once when it is interrupted while a user's command runs", async () => {
  const started = join(home.folder, "started")
  const endless = join(home.folder, "endless.cjs")
  writeFileSync(
    endless,
    `require("node:fs").writeFileSync(${JSON.stringify(started)}, ""); setInterval(() => {}, 1_000)`,
  )
  const running = home.start([...check, "--effect", `"${process.execPath}" "${endless}"`])
  await expect.poll(() => existsSync(started)).toBe(true)
  running.interrupt()
  expect((await running.ended).code).toBe(130)
})

it.skipIf(process.platform === "win32")(
  "a check ends at once if a detached child of an ended command holds its output",
  async () => {
    const ended = join(home.folder, "ended")
    const begin = join(home.folder, "begin.cjs")
    // By then the command, which does nothing else, has ended.
    const childScript = `setTimeout(() => require("node:fs").writeFileSync(${JSON.stringify(ended)}, ""), 1_000)
      setTimeout(() => {}, 10_000)`
    writeFileSync(
      begin,
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(childScript)}], { detached: true, stdio: "inherit" }).unref()`,
    )
    const running = home.start([...check, "--effect", `"${process.execPath}" "${begin}"`])
    await expect.poll(() => existsSync(ended)).toBe(true)
    running.interrupt()
    const { code, err } = await running.ended
    expect([code, err]).toEqual([130, expect.stringContaining("Events of the check may have reached the receiver.")])
  },
)

it("a check says why the work cannot be counted", async () => {
  const { err } = await home.run([...check, "--effect", "exit 3"])
  expect(err).toContain('"--effect ended with 3"')
})

import { spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { ceilingStore } from "../../../sdk/client/request/ceiling-store.ts"
import { root } from "../../support/files.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { rejection } from "../core/support.ts"
import { hour, use } from "./support.ts"

const limits = { total: { count: 25, ms: hour } }

it("a file counts for all processes of a machine, one of which is killed", async () => {
  const file = join(temporaryFolder(onTestFinished), "state", "ceiling.json")
  const program = `import { fileCeiling } from ${JSON.stringify(join(root, "sdk/files/file-ceiling.ts"))}
const store = fileCeiling(process.argv[1])
let taken = 0
for (let at = 0; at < 20; at++) {
  const use = { budget: "b", id: process.pid + "-" + at, recipients: [{ key: "x" + at, count: 1 }], lease: 1000, total: { count: 25, ms: ${hour} } }
  if ((await store.take(use)).state === "taken") taken++
}
console.log(taken)`
  const start = () =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program, file], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
    })
  const counts = Array.from({ length: 3 }, async () => {
    let text = ""
    const child = start()
    for await (const chunk of child.stdout) text += chunk
    return Number(text)
  })
  const killed = start()
  setImmediate(() => killed.kill("SIGKILL"))
  const sum = (await Promise.all(counts)).reduce((one, other) => one + other, 0)
  expect(sum).toBe(25)
  expect(await ceilingStore(file).take(use("late", ["y"], { ...limits, budget: "b" }))).toMatchObject({ used: 25 })
}, 60_000)

it("a file that is none is refused, and a missing package is named", async () => {
  const folder = temporaryFolder(onTestFinished)
  writeFileSync(join(folder, "broken.json"), "{")
  expect(await rejection(ceilingStore("broken.json", { cwd: folder }).stopped())).toHaveProperty(
    "message",
    expect.stringContaining("is damaged: remove it"),
  )
  for (const [address, name] of [
    ["postgres://127.0.0.1:1/a", "pg"],
    ["redis://127.0.0.1:1", "ioredis"],
  ] as const)
    expect(await rejection(ceilingStore(address, { cwd: folder }).stopped())).toHaveProperty(
      "message",
      `the package ${name} is not installed in this folder: npm install ${name}`,
    )
})

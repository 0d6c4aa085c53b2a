import { execFile } from "node:child_process"
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { beforeAll, expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { root } from "../support/files.ts"
import { post } from "../support/post.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { vitestRun } from "../support/vitest-run.ts"

const folder = temporaryFolder()
beforeAll(() => {
  mkdirSync(join(folder, "node_modules"))
  for (const [name, target] of [
    ["mas-sdk", root],
    ["vitest", join(root, "node_modules/vitest")],
  ] as const) {
    symlinkSync(target, join(folder, "node_modules", name), "junction")
  }
})

it("passes when pasted into a separate project, run by Vitest on the built package", async () => {
  const service = createMockService({
    clock: "frozen",
    allowLocalWebhooks: true,
    deliver: () => ({ status: 500, duration: 1 }),
  })
  await post(service, "/v1/my/webhooks", { url: "http://127.0.0.1:3000/hooks", events: ["email.sent"] })
  await post(service, "/v1/my/messages", { channel: "email", to: "ana@example.test", subject: "Hi", html: "Hi" })
  await service.world.advance("1h")
  await post(service, "/v1/my/messages", { channel: "email", subject: "Hi" })
  const { test } = service.world.requests.code(3)
  await service.close()
  writeFileSync(join(folder, "pasted.test.ts"), test)
  const env = { ...process.env, VITEST: undefined, NO_COLOR: "1" }
  const { stdout } = await promisify(execFile)(process.execPath, [...vitestRun, "--root", folder], {
    cwd: folder,
    env,
  })
  expect(stdout).toMatch(/Tests +1 passed/)
})

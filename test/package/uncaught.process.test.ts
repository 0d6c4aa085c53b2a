import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { packProject } from "../support/package.ts"

const project = packProject(["undici", "zod"])
afterAll(() => project.remove())

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, ["is wrong"]]))
const recovery = { type: "upgrade_plan", label: "Upgrade", detail: "d", url: "https://x.test", required_role: "owner" }
const capacity = {
  source: "plan",
  window_seconds: 1,
  status: "known",
  limit: 1,
  reserved: 1,
  accepted: 1,
  remaining: 0,
}
const full = {
  code: 422,
  error: true,
  message: "Refused",
  error_code: "validation_error",
  provisioning_id: 7,
  retryable: false,
  retry_at: "2030-01-01T00:00:00Z",
  recovery_action: recovery,
  capacity_recovery: {
    state: "reached",
    label: "l",
    detail: "d",
    usage_percent: 100,
    capacity,
    recovery_action: recovery,
  },
}
const failed = {
  id: 1,
  status: "failed",
  import_errors: Array.from({ length: 1000 }, (_, at) => [at, "is wrong", "a,b"]),
}

/** Node's output for a program with a deep stack that ends with an error. */
function printed(client: string, call: string): string[] {
  const file = join(project.folder, "program.mjs")
  const depth = Array.from({ length: 12 }, (_, at) => `async function level${at}() { return await level${at + 1}() }`)
  writeFileSync(
    file,
    `import { Mas } from "mas-sdk"
const answer = (status, body) => async () => new Response(JSON.stringify(body), { status })
const mas = new Mas({ baseUrl: "http://127.0.0.1:1", apiKey: "k", maxRetries: 0, ${client} })
async function level12() { return await ${call} }
${depth.join("\n")}
await level0()
`,
  )
  const { status, stderr } = spawnSync(process.execPath, [file], { cwd: project.folder, encoding: "utf8" })
  expect(status).toBe(1)
  return stderr.trimEnd().split("\n")
}

describe("an uncaught error prints at most 25 lines", () => {
  it.each([
    [
      "for an error response with every field",
      `fetch: answer(422, ${JSON.stringify({ ...full, validation_errors: many(3) })})`,
      "mas.account.get()",
    ],
    [
      "for an error response with very many fields",
      `fetch: answer(422, ${JSON.stringify({ ...full, validation_errors: many(100) })})`,
      "mas.account.get()",
    ],
    [
      "for an error response with very many problems of one field",
      `fetch: answer(422, ${JSON.stringify({ ...full, validation_errors: { email: Array(60).fill("is wrong") } })})`,
      "mas.account.get()",
    ],
    [
      "for an error response with very many lines",
      `fetch: answer(422, ${JSON.stringify({ ...full, message: "Refused\n".repeat(200), validation_errors: many(100) })})`,
      "mas.account.get()",
    ],
    ["for a refused connection", "", "mas.account.get()"],
    ["for a refused connection over fetch", "fetch", "mas.account.get()"],
    ["for a failed import", `fetch: answer(200, ${JSON.stringify(failed)})`, "mas.imports.waitUntilDone(1)"],
    ["for an invalid option", "", "mas.account.get({ timeout: -1 })"],
  ])("%s", (_, client, call) => {
    const lines = printed(client, call)
    expect(lines.length, lines.join("\n")).toBeLessThanOrEqual(25)
    expect(lines.join("\n")).toContain("program.mjs")
  })

  // The caller's abort reason is printed unchanged, with its own stack.
  it.each([["AbortSignal.abort()"], ['AbortSignal.abort(new Error("enough"))']])(
    "not counting the reason of %s",
    (signal) => {
      const lines = printed("", `mas.account.get({ signal: ${signal} })`)
      const reason = lines.findIndex((line) => line.includes("[cause]:"))
      const end = lines.findIndex((line, at) => at > reason && !line.startsWith("      at "))
      expect(reason).toBeGreaterThan(0)
      expect(lines.length - (end - reason)).toBeLessThanOrEqual(25)
      expect(lines.slice(0, reason).join("\n")).toContain("program.mjs")
    },
  )

  it.each([
    ["3 wrong fields", many(3)],
    ["100 wrong fields", many(100)],
    ["100 problems of a field", { field0: Array(100).fill("is wrong") }],
  ])("also when it is logged, with %s", (_, validation_errors) => {
    const client = `fetch: answer(422, ${JSON.stringify({ ...full, validation_errors })})`
    const out = project.run(
      "esm",
      `import { Mas } from "mas-sdk"
      const answer = (status, body) => async () => new Response(JSON.stringify(body), { status })
      const mas = new Mas({ baseUrl: "http://127.0.0.1:1", apiKey: "k", maxRetries: 0, ${client} })
      await mas.account.get().catch((error) => console.log(error))`,
    )
    const lines = out.trimEnd().split("\n")
    expect(lines.length, out).toBeLessThanOrEqual(25)
    expect(out).toContain("field0")
  })
})

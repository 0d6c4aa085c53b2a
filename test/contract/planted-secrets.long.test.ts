import { beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { ProjectCopy } from "../support/project-copy.ts"

/** Its text, JSON and URL-encoded forms differ. */
const secret = 'the "hushhush" /1'
/** The part common to all forms. */
const core = "hushhush"

/** The new field for each contract file: the text before and after. `$` is its schema. */
const fields = {
  user: ["mobile: z.string().optional(),", "mobile: z.string().optional(), recovery_phrase: $.optional(),"],
  contacts: ["search: z.string().optional(),", "search: z.string().optional(), unlock_code: $.optional(),"],
  validations: ["id: z.string().min(1),", "id: $,"],
} as const

/** Generates from a copy of the sources with the new fields, and returns everything that shows them. */
async function plant(schema: string) {
  const copy = new ProjectCopy()
  for (const [noun, [before, after]] of Object.entries(fields)) {
    const file = `sdk/contract/${noun}.ts`
    const text = copy.read(file)
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
    const planted = text.replace(before, after.replace("$", schema))
    copy.write(file, `import { secret } from "./core/secret.ts"\nvoid secret\n${planted}`)
  }
  expect(await copy.generate()).toMatchObject({ code: 0 })
  const { code, output } = await copy.node("node_modules/tsx/dist/cli.mjs", "test/support/planted-secrets.ts", secret)
  expect(code, output).toBe(0)
  const document = parse(copy.read("docs/openapi.yaml"))
  const table = copy.read("generated/tables/user.json")
  copy.remove()
  const outputs: Record<string, string> = JSON.parse(output)
  return { outputs, table, field: document.components.schemas.UserUpdate.properties.recovery_phrase }
}

const channels = [
  "logger",
  "hooks",
  "error text",
  "error as JSON",
  "error inspected",
  "--debug",
  "--dry-run",
  "errors of the command line",
  "journal",
  "log",
  "dashboard",
]

describe("a new field, query and path parameter in the contract", () => {
  let plain: Awaited<ReturnType<typeof plant>>
  let marked: Awaited<ReturnType<typeof plant>>
  beforeAll(async () => {
    ;[plain, marked] = await Promise.all([plant("z.string().min(1)"), plant("secret(z.string().min(1))")])
  })

  it.each(channels)("are visible in %s if they are not marked as secret", (channel) => {
    expect(plain.outputs[channel]).toContain(core)
  })

  it.each(["client inspected", ...channels])("are not visible in %s if they are marked", (channel) => {
    expect(marked.outputs[channel]).not.toContain(core)
  })

  it.each(channels)("leave a placeholder in %s if they are marked", (channel) => {
    expect(marked.outputs[channel]).toContain("[redacted]")
  })

  it("are prompted for without echo, and documented as passwords, if they are marked", () => {
    expect([plain.table.includes('"secret":true'), marked.table.includes('"secret":true')]).toEqual([false, true])
    expect(plain.field).not.toHaveProperty("format")
    expect(marked.field).toMatchObject({ format: "password", writeOnly: true })
  })
})

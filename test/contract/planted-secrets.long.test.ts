import { beforeAll, describe, expect, it } from "vitest"
import { parse } from "yaml"
import { ProjectCopy } from "../support/project-copy.ts"

/** Looks different in text, in JSON and in an address. */
const secret = 'the "hushhush" /1'
/** Stands in all of its forms. */
const core = "hushhush"

/** Where a new field goes, in each file of the contract: after what, and what it is. `$` stands for its schema. */
const fields = {
  user: ["mobile: z.string().optional(),", "mobile: z.string().optional(), recovery_phrase: $.optional(),"],
  contacts: ["search: z.string().optional(),", "search: z.string().optional(), unlock_code: $.optional(),"],
  validations: ["id: z.string().min(1),", "id: $,"],
} as const

/** A copy of the sources with the new fields, everything generated from it, and what is then to be seen. */
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
  const seen: Record<string, string> = JSON.parse(output)
  return { seen, table, field: document.components.schemas.UserUpdate.properties.recovery_phrase }
}

const places = [
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

describe("a field, a query and a path parameter that are new in the contract", () => {
  let plain: Awaited<ReturnType<typeof plant>>
  let marked: Awaited<ReturnType<typeof plant>>
  beforeAll(async () => {
    ;[plain, marked] = await Promise.all([plant("z.string().min(1)"), plant("secret(z.string().min(1))")])
  })

  it.each(places)("are seen in %s when they are not marked as secret", (place) => {
    expect(plain.seen[place]).toContain(core)
  })

  it.each(["client inspected", ...places])("are not seen in %s once they are", (place) => {
    expect(marked.seen[place]).not.toContain(core)
  })

  it.each(places)("leave a note in %s that something was there", (place) => {
    expect(marked.seen[place]).toContain("[redacted]")
  })

  it("are asked for without an echo, and documented as passwords, once they are", () => {
    expect([plain.table.includes('"secret":true'), marked.table.includes('"secret":true')]).toEqual([false, true])
    expect(plain.field).not.toHaveProperty("format")
    expect(marked.field).toMatchObject({ format: "password", writeOnly: true })
  })
})

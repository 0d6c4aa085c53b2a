import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readYaml, writeYaml } from "../../../cli/templates/template-yaml.ts"

const nothing = { name: "A", subject: null, preheader: null, from_name: null, from_email: null, reply_to: null }

describe("template.yaml", () => {
  it("has a line for each field that is set", () => {
    const text = writeYaml({ ...nothing, name: "Receipt", subject: "{{ data.order }}: yes", reply_to: "" })
    expect(text).toBe('name: Receipt\nsubject: "{{ data.order }}: yes"\nreply_to: ""\n')
  })

  it("round-trips any text", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
        fc.string({ unit: "binary", maxLength: 20 }),
        (name, subject) => {
          const { fields, problems } = readYaml("", writeYaml({ ...nothing, name, subject }))
          expect({ fields, problems }).toEqual({ fields: { name, subject }, problems: [] })
        },
      ),
      { numRuns: 50 },
    )
  })

  it.each([
    "yes",
    "null",
    "~",
    "1",
    "2020-01-01",
    "# a",
    "a: b",
    "- a",
    "'",
    "<<",
    " a ",
    "a\nb",
    "a\u2028b",
    "\u0085",
    "%",
  ])("round-trips %j", (name) => {
    expect(readYaml("", writeYaml({ ...nothing, name })).fields.name).toBe(name)
  })

  it("keeps comments, samples and line ends when fields change", () => {
    const before = "# What customers get.\r\nname: A # ours\r\nsubject: Hi\r\nsamples:\r\n  one: { data: { x: 1 } }\r\n"
    expect(writeYaml({ ...nothing, subject: "Hi" }, before)).toBe(before)
    expect(writeYaml({ ...nothing, name: "B", preheader: "New" }, before)).toBe(
      "# What customers get.\r\nname: B # ours\r\nsamples:\r\n  one: { data: { x: 1 } }\r\npreheader: New\r\n",
    )
  })
})

it("keeps the format of lists, maps and comments when a line is changed, added or removed", () => {
  const samples = `samples:
  tea: { data: {items: [{ name: Tea },{ name:  Chai }]} } # Two.
`
  const before = `name:   Tea # Here.\nsubject: "Tea"\nreply_to: a@acme.test\n${samples}`
  const none = { preheader: null, from_name: null, from_email: null, reply_to: null }
  expect(writeYaml({ ...none, name: "Tea", subject: "Green: tea", from_name: "Acme" }, before)).toBe(
    `name:   Tea # Here.\nsubject: "Green: tea"\n${samples}from_name: Acme\n`,
  )
})

import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as fc from "fast-check"
import { describe, expect, it, onTestFinished } from "vitest"
import { solveMarks } from "../../../cli/templates/solve-marks.ts"
import { readYaml, writeYaml } from "../../../cli/templates/template-yaml.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

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

it.each([
  ["without a line end", "name: Tea", "name: Chai\nsubject: Hi\n"],
  [
    "with a text of several lines",
    "# Mine.\nsubject: |\n  One\n  Two\nname: Tea\n",
    "# Mine.\nsubject: |-\n  Hi\nname: Chai\n",
  ],
  ["with nothing", "", "name: Chai\nsubject: Hi\n"],
  ["with a field without a value", "name: Tea\nsubject:\nreply_to: ~\n", "name: Chai\nsubject: Hi\nreply_to: ~\n"],
])("writes fields into a file %s, and keeps the rest", (_what, before, after) => {
  expect(writeYaml({ ...nothing, name: "Chai", subject: "Hi" }, before)).toBe(after)
})

it.each([
  ["name: Tea\nsamples: *none\n", /alias/i],
  ["name: Tea\nsubject: [a]\n", /^subject must be text: put it in quotes$/],
  ["name: Tea\nsamples: [a]\n", /^samples must be a map of names/],
  ["name: Tea\nsamples: { one: 1 }\n", /^the sample one can only have data and contact$/],
  ["name: Tea\nsamples: { one: { data: 1 } }\n", /^data and contact of the sample one must be maps$/],
  ["? name\n", /^has no name$/],
])("says what is wrong with %j", (text, problem) => {
  const { problems } = readYaml("", text)
  expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(problem)])
})

it("takes empty samples for none", () => {
  expect(readYaml("", "name: Tea\nsamples:\n")).toMatchObject({ samples: {}, problems: [] })
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

describe("what a pull has marked for both sides changed it", () => {
  const before = "# Mine.\nname: Tea\nsubject: Here\npreheader: P\n"
  const marked = writeYaml({ ...nothing, name: "Tea", subject: "Here", preheader: "P" }, before, [
    { field: "subject", theirs: "There: now" },
    { field: "preheader", theirs: null },
  ])
  const body = [
    "<h1>Tea</h1>\n<<<<<<< here\n<p>here</p>\n||||||| version 1, the common base\n<p>One</p>\n",
    "=======\n<p>there</p>\n>>>>>>> the service, version 2\n<p>Two</p>\n",
  ].join("")
  const solved = async (side: "ours" | "theirs", yaml: string, html: string) => {
    const path = join(temporaryFolder(onTestFinished), "tea")
    const files = [join(path, "template.yaml"), join(path, "body.html.liquid")] as const
    mkdirSync(path)
    writeFileSync(files[0], yaml)
    writeFileSync(files[1], html)
    await solveMarks(path, side)
    return files.map((file) => readFileSync(file, "utf8"))
  }

  it("is a comment with the service's values, each between marks", () => {
    expect(marked).toBe(
      [
        ['# <<<<<<< here and the service both changed subject; at the service:\n# subject: "There: now"\n'],
        ["# >>>>>>> Put the correct value below, and delete these lines\n"],
        ["# <<<<<<< here and the service both changed preheader; at the service:\n# preheader: null\n"],
        ["# >>>>>>> Put the correct value below, and delete these lines\n", before],
      ]
        .flat()
        .join(""),
    )
  })

  it.each([
    ["ours", "here", before],
    ["theirs", "there", '# Mine.\nname: Tea\nsubject: "There: now"\n'],
  ] as const)("becomes the lines of one side: %s", async (side, line, yaml) => {
    const html = `<h1>Tea</h1>\n<p>${line}</p>\n<p>Two</p>\n`
    expect(await solved(side, marked, body)).toEqual([yaml, html])
    const withReturns = [marked, body].map((text) => text.replaceAll("\n", "\r\n"))
    const expected = [yaml, html].map((text) => text.replaceAll("\n", "\r\n"))
    expect(await solved(side, withReturns[0] ?? "", withReturns[1] ?? "")).toEqual(expected)
  })

  it("stays as it is where a mark is missing", async () => {
    const cut = [marked.replaceAll(/# >>>>>>> .*\n/g, ""), body.replace(/>>>>>>> .*\n/, "")] as const
    expect(await solved("theirs", ...cut)).toEqual(cut)
    expect(await solved("ours", before, "<p>Tea</p>\n")).toEqual([before, "<p>Tea</p>\n"])
  })
})

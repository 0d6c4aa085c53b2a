import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compile, frameworks, typedProject } from "../support/compile.ts"
import { freePort, lineOf } from "../support/example.ts"
import { readProjectFile, root } from "../support/files.ts"
import { followGuide, startCommand, stepsOf } from "../support/guide.ts"
import { makeReader, type Reader } from "../support/reader.ts"

const folder = "docs/guides"
const guides = readdirSync(join(root, folder)).filter((name) => name !== "README.md")
/** Guides that generate types, or need packages installed on demand: test/mail-components follows and compiles them. */
const withOwnTests = ["typed-templates.md", "react-email.md", "mjml.md"]

describe.each(guides)("%s", (name) => {
  const text = readProjectFile(`${folder}/${name}`)

  it("has at most 210 lines", () => {
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(210)
  })

  it("installs the packages whose commands it uses", () => {
    const typed = stepsOf(text).flatMap((step) => (step.kind === "commands" ? step.commands.split("\n") : []))
    const installed = typed.filter((line) => line.startsWith("npm install ")).flatMap((line) => line.split(" "))
    const commands = typed.flatMap((line) => [...line.matchAll(/\bnpx ([\w-]+)/g)].map(([, name = ""]) => name))
    const packages = new Map([
      ["tsc", "typescript"],
      ["playwright", "@playwright/test"],
    ])
    expect(commands.filter((name) => !installed.includes(packages.get(name) ?? name))).toEqual([])
  })

  it("is in the list of guides", () => {
    expect(readProjectFile(`${folder}/README.md`)).toContain(`](${name})`)
  })
})

/** The programs of the skill, and declarations of the names that they assume. */
function skillPrograms(): Record<string, string> {
  const text = readProjectFile("skills/mas-sdk/SKILL.md")
  const programs = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""], at) => [`skill/${at}.mts`, code])
  const declaredNames = [
    "email: string",
    "readers: { id: number; email: string }[]",
    'mas: import("mas-sdk").Mas',
    'pool: import("pg").Pool',
  ]
  return {
    ...Object.fromEntries(programs),
    "skill/given.d.ts": declaredNames.map((name) => `declare const ${name}\n`).join(""),
  }
}

it("guides and the skill show TypeScript that compiles under strict, with the frameworks' own types", () => {
  // Some frameworks need packages installed on demand: test/receivers/guide-rows.long.test.ts,
  // test/adapters/*.long.test.ts and test/mail-components, which also generates types, compile those programs.
  const elsewhere =
    /^((webhook-platforms|typed-templates|react-email|mjml)\.md\/|sending-a-lot\.md\/(prisma|drizzle)\.ts$)/
  const steps = guides.flatMap((guide) =>
    stepsOf(readProjectFile(`${folder}/${guide}`)).map((step) => ({ guide, step })),
  )
  const programs = steps.flatMap(({ guide, step }) =>
    step.kind === "file" && /\.(\w*[jt]s)x?$/.test(step.name) && !elsewhere.test(`${guide}/${step.name}`)
      ? [{ name: `${guide}/${step.name}`, code: step.code }]
      : [],
  )
  expect(programs.filter(({ name }) => !name.endsWith("ts"))).toEqual([])
  const namedPrograms = { ...Object.fromEntries(programs.map(({ name, code }) => [name, code])), ...skillPrograms() }
  const project = typedProject(frameworks)
  const compiled = (sources: Record<string, string>) =>
    compile(project, "typescript-7", "NodeNext", sources, { skipLibCheck: true })
  expect(Object.keys(namedPrograms).length).toBeGreaterThan(programs.length + 4)
  expect(compiled(namedPrograms)).toBe("")
  const [[name, code] = ["", ""]] = Object.entries(namedPrograms)
  expect(compiled({ [name]: `${code}\nevent.nothing\n` })).not.toBe("")
  project.remove()
})

describe("a reader who follows a guide in a new project", () => {
  let reader: Reader
  let address: string

  beforeAll(async () => {
    reader = makeReader(["undici", "zod"])
    const server = reader.type(`${startCommand} --port 0`)
    address = (await lineOf(server, /listening on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ""
  })

  afterAll(async () => {
    await reader.stop()
    reader.remove()
  })

  /** Follows a guide with a reset service. */
  async function follow(guide: string, name: string): Promise<void> {
    await fetch(`${address}/_mock/reset`, { method: "POST" })
    const ports = await Promise.all(Array.from({ length: 5 }, freePort))
    return followGuide(guide, { reader, folder: join(reader.folder, "guides", name), address, ports })
  }

  // Not every machine has those languages: other-languages.long.test.ts runs the installed ones.
  const elsewhereRun = [...withOwnTests, "other-languages.md"]
  it.each(guides.filter((guide) => !elsewhereRun.includes(guide)))(
    "gets the output that it shows: %s",
    async (name) => {
      const guide = readProjectFile(`${folder}/${name}`)
      expect(stepsOf(guide).length).toBeGreaterThan(0)
      await follow(guide, name)
    },
  )

  it.each([
    ["whose program has a mistake", "a", 'import { Maas } from "mas-sdk"\n', "node a.mjs", ""],
    ["whose command fails", "b", "", "node b.mjs\nexit 3", ""],
    ["that shows other output", "c", 'console.log("one")\n', "node c.mjs", "two"],
    ["that forgets to install something", "d", 'import "express"\n', "node d.mjs", ""],
    [
      "whose command fails after the shown output",
      "e",
      'console.log("ok")\nprocess.exitCode = 4\n',
      "node e.mjs",
      "ok",
    ],
  ])("finds a guide %s", async (_what, name, code, command, expectedOutput) => {
    const outputBlock = expectedOutput === "" ? "" : `\`\`\`text\n${expectedOutput}\n\`\`\`\n`
    const guide = `\`\`\`js\n// ${name}.mjs\n${code}\`\`\`\n\n\`\`\`sh\n${command}\n\`\`\`\n${outputBlock}`
    await expect(follow(guide, name)).rejects.toThrow(/ended with/)
  })

  it("finds a program without a file name", () => {
    expect(() => stepsOf("```js\nconsole.log(1)\n```\n")).toThrow(/not a named file/)
  })
})

import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { compile } from "../support/compile.ts"
import { noPostgres, startPostgres } from "../support/engines/postgres.ts"
import { readProjectFile, root } from "../support/files.ts"
import { OnDemand } from "../support/on-demand.ts"
import { type PackedProject, packProject } from "../support/package.ts"

const packages = new OnDemand("adapters")
const onDemand = [
  ...["prisma", "@prisma/client", "@prisma/adapter-pg", "drizzle-orm", "kysely", "knex", "typeorm", "sequelize"],
  ...["@mikro-orm/core", "@mikro-orm/postgresql"],
]

/** The programs that the documents show. */
const shownIn = {
  "docs/guides/sending-a-lot.md": ["prisma.ts", "drizzle.ts"],
  "docs/many-machines.md": ["kysely.ts", "knex.ts", "typeorm.ts", "mikro-orm.ts", "sequelize.ts", "postgres-js.ts"],
}
const programs = Object.fromEntries(
  Object.entries(shownIn).flatMap(([page, names]) => names.map((name) => [name, blockOf(readProjectFile(page), name)])),
)

function blockOf(page: string, name: string): string {
  const [, code] = page.split(`\n\`\`\`ts\n// ${name}\n`)
  return code?.slice(0, code.indexOf("```")) ?? ""
}

describe.skipIf(noPostgres)("the outbox in the transactions of ORMs", () => {
  let project: PackedProject
  const missing: string[] = []

  beforeAll(async () => {
    project = packProject(["undici", "zod", "pg", "@types/pg", "@types/node", "postgres", "tsx"])
    for (const name of onDemand) {
      const folder = await packages.packageFolder(name)
      if (folder === undefined) {
        missing.push(name)
        continue
      }
      const link = join(project.folder, "node_modules", name)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(folder, link, "junction")
    }
    if (missing.length > 0) return
    for (const name of ["schema.prisma", "orm-orders.mjs"])
      copyFileSync(join(root, "test/adapters", name), join(project.folder, name))
    const prisma = join(project.folder, "node_modules/prisma/build/index.js")
    execFileSync(process.execPath, [prisma, "generate", "--schema", "schema.prisma"], {
      cwd: project.folder,
      stdio: "pipe",
      // Generating a client needs no engines, which would be downloaded.
      env: {
        ...process.env,
        PRISMA_QUERY_ENGINE_LIBRARY: process.execPath,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        CHECKPOINT_DISABLE: "1",
      },
    })
  })
  afterAll(() => project.remove())

  it("compile as documented, without a cast; without the function for the transaction they do not", ({ skip }) => {
    if (missing.length > 0) return skip(`${missing.join(", ")} cannot be had`)
    const wrong = Object.entries(programs).map(([name, program]) => [
      `wrong-${name}`,
      program.replace(
        /outbox\.add\(.*?\)?, receipt/,
        /outbox\.add\(tx,/.test(program) ? "outbox.add(sql ?? db, receipt" : "outbox.add(7, receipt",
      ),
    ])
    const output = compile(
      project,
      "typescript-7",
      "NodeNext",
      { ...programs, ...Object.fromEntries(wrong) },
      {
        skipLibCheck: true,
        allowImportingTsExtensions: true,
        types: ["node"],
      },
    )
    const files = output.split("\n").flatMap((line) => /^[^\s(]+/.exec(line) ?? [])
    expect([...new Set(files)].sort(), output).toEqual(wrong.map(([name]) => name).sort())
  })

  it("send what was committed, and nothing that was rolled back", async ({ skip }) => {
    if (missing.length > 0) return skip(`${missing.join(", ")} cannot be had`)
    const engine = await startPostgres()
    try {
      const output = execFileSync(
        process.execPath,
        [join(root, "node_modules/tsx/dist/cli.mjs"), "orm-orders.mjs", engine.url],
        { cwd: project.folder, encoding: "utf8" },
      )
      const outcomes = JSON.parse(output.trim().split("\n").at(-1) ?? "")
      const names = Object.keys(outcomes).map((name) => `${name}.ts`)
      expect(names.sort()).toEqual(Object.keys(programs).sort())
      Object.values(outcomes).forEach((one, index) => {
        expect(one).toEqual({ error: "a later step failed", isKept: true, waiting: index + 1 })
      })
    } finally {
      await engine.stop()
    }
  })
})

import { type ChildProcessWithoutNullStreams, execFile } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { promisify } from "node:util"
import { expect } from "vitest"
import type { MockServer } from "../../mock-server/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { externalChecks } from "../external-checks/tools.ts"
import { findProgram } from "../support/installed.ts"
import { callsOf, expectResponsesOfAll } from "./calls.ts"
import { asOpenApi30 } from "./openapi-30.ts"

const run = promisify(execFile)

/** Every possible path of a program on the `PATH`. */
export const onPath = (name: string): string[] =>
  (process.env.PATH ?? "").split(":").map((folder) => join(folder, name))

/** A program or library: its possible paths, and its Debian package. */
type Wanted = readonly [places: readonly string[], aptPackage: string]

interface Tools {
  readonly jar: string
  readonly java: string
  /** Names of tools that are neither installed nor installable. */
  readonly missing: readonly string[]
}

/** Finds OpenAPI Generator, Java, and what else a language needs. */
export async function findTools(requirements: Readonly<Record<string, Wanted>>): Promise<Tools> {
  const generator = await externalChecks.packageFolder("@openapitools/openapi-generator-cli")
  const find = ([paths, aptPackage]: Wanted) => findProgram(() => paths, aptPackage)
  const java = find([onPath("java"), "default-jre-headless"])
  const others = Object.entries(requirements).map(([name, one]) => [name, find(one)])
  const toolPaths: Readonly<Record<string, string | undefined>> = { generator, java, ...Object.fromEntries(others) }
  return {
    jar: join(generator ?? "", "bin/openapi-generator.jar"),
    java: java ?? "",
    missing: Object.keys(toolPaths).filter((name) => toolPaths[name] === undefined),
  }
}

/** Writes the document into this folder, and generates a client named `mas` where the arguments say. */
export async function generate({ jar, java }: Tools, folder: string, args: readonly string[]): Promise<void> {
  const document = join(folder, "openapi.json")
  writeFileSync(document, JSON.stringify(asOpenApi30(openapiDocument())))
  const all = ["generate", "-i", document, "--package-name", "mas", "--skip-validate-spec", ...args]
  await run(java, ["-jar", jar, ...all], { maxBuffer: 8_000_000 })
}

/** Runs the program: it must call every endpoint through the client and decode each response completely. */
export async function expectWholeAnswers(walk: ChildProcessWithoutNullStreams, server: MockServer): Promise<void> {
  walk.stdin.end(JSON.stringify({ base_url: server.url, calls: await callsOf(server) }))
  const [out, err] = await Promise.all([text(walk.stdout), text(walk.stderr)])
  expect(err).toBe("")
  const lines = out.trim().split("\n")
  expectResponsesOfAll(lines.map((line) => JSON.parse(line)))
}

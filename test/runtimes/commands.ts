import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { nodeOf } from "../../scripts/lib/lts.mjs"
import { root } from "../support/files.ts"
import type { Runtime } from "./cells.ts"
import { toolFolder, toolProgram, toolsManifest } from "./tools.ts"

/** A program and its arguments. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** A job for a runtime. */
interface Job {
  readonly folder: string
  /** The module that exports `run`. */
  readonly file: string
  /** The module that calls it with the settings on the command line and prints the result. */
  readonly start: string
  /** As JSON. */
  readonly settings: string
}

type Start = (job: Job) => Command

/** A worker whose test is the program, with access to this machine's network. */
const workerd = (file: string) => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [
  (name = "program", worker = (
    modules = [
      (name = "worker", esModule = embed "worker.mjs"),
      (name = "bundle.mjs", esModule = embed "${file}"),
    ],
    compatibilityDate = "2025-01-01",
    globalOutbound = "internet",
  )),
  (name = "internet", network = (allow = ["private", "public"])),
]);
`

/** Runs the `start` module. */
const plain =
  (program: string, ...flags: readonly string[]): Start =>
  ({ start, settings }) => ({ program, args: [...flags, start, settings] })

type Kind = Exclude<Runtime["kind"], "browser">

/** The start command of each runtime, given its path. */
const starts: Readonly<Record<Kind, (program: string) => Start>> = {
  node: (program) => plain(program),
  bun: (program) => plain(program),
  deno: (program) => plain(program, "run", "--quiet", "--allow-all", "--node-modules-dir=manual"),

  workerd:
    (program) =>
    ({ folder, file, settings }) => {
      const test = `async test() { console.log(JSON.stringify(await run(${settings}))) }`
      writeFileSync(join(folder, "worker.mjs"), `import { run } from "bundle.mjs"\nexport default { ${test} }\n`)
      writeFileSync(join(folder, "workerd.capnp"), workerd(file))
      return { program, args: ["test", "workerd.capnp"] }
    },

  "edge-light":
    (manifest) =>
    ({ file, settings }) => ({
      program: process.execPath,
      args: [join(root, "test/runtimes/edge.mjs"), manifest, file, settings],
    }),
}

/** The path of a runtime on this machine, installed if needed; undefined if unavailable. */
async function find(kind: Kind, version: string | undefined): Promise<string | undefined> {
  if (kind === "node") return version === undefined ? process.execPath : nodeOf(version)
  if (kind === "edge-light") return (await toolFolder("@edge-runtime/vm")) && toolsManifest()
  return toolProgram(kind)
}

/** The start command of a runtime; undefined if it is unavailable, and for a browser, which has none. */
export async function commandOf({ kind, version }: Runtime): Promise<Start | undefined> {
  if (kind === "browser") return undefined
  const executable = await find(kind, version)
  return executable === undefined ? undefined : starts[kind](executable)
}

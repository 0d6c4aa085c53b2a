import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { nodeOf } from "../../scripts/lib/lts.mjs"
import { root } from "../support/files.ts"
import type { Runtime } from "./cells.ts"
import { toolFolder, toolProgram, toolsManifest } from "./tools.ts"

/** A program to start, and its arguments. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
}

/** What a runtime is to run. */
interface Job {
  readonly folder: string
  /** The module that exports `run`. */
  readonly file: string
  /** The module that calls it with the settings on the command line and prints what it answers. */
  readonly start: string
  /** As JSON. */
  readonly settings: string
}

type Start = (job: Job) => Command

/** One worker, whose test is the program, with the network of this machine. */
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

/** Runs the module that prints. */
const plain =
  (program: string, ...flags: readonly string[]): Start =>
  ({ start, settings }) => ({ program, args: [...flags, start, settings] })

type Kind = Exclude<Runtime["kind"], "browser">

/** How each runtime is started, by where it is. */
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

/** Where a runtime is on this machine, installed if need be; undefined where it cannot be had. */
async function find(kind: Kind, version: string | undefined): Promise<string | undefined> {
  if (kind === "node") return version === undefined ? process.execPath : nodeOf(version)
  if (kind === "edge-light") return (await toolFolder("@edge-runtime/vm")) && toolsManifest()
  return toolProgram(kind)
}

/** How a runtime is started; undefined where it cannot be had, and for a browser, which no command starts. */
export async function commandOf({ kind, version }: Runtime): Promise<Start | undefined> {
  if (kind === "browser") return undefined
  const found = await find(kind, version)
  return found === undefined ? undefined : starts[kind](found)
}

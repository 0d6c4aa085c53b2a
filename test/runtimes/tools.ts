import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { OnDemand } from "../support/on-demand.ts"

/** The paths of executables in the runtimes' platform packages. */
const programs = {
  bun: { scope: "@oven", path: "bin/bun" },
  deno: { scope: "@deno", path: "deno" },
  workerd: { scope: "@cloudflare", path: "bin/workerd" },
}

/** Bundlers, runtimes and runners. */
const tools = new OnDemand("runtimes", (folder) =>
  Object.values(programs).every((program) => installedProgram(folder, program) !== undefined),
)

/** The executable of an installed runtime for this machine. */
function installedProgram(folder: string, { scope, path }: { scope: string; path: string }): string | undefined {
  const packages = join(folder, "node_modules", scope)
  const ending = process.platform === "win32" ? ".exe" : ""
  const packageFolders = existsSync(packages) ? readdirSync(packages) : []
  return packageFolders.map((one) => join(packages, one, path + ending)).find((one) => existsSync(one))
}

/** Installs missing packages once per process; returns the manifest next to them. */
export const toolsManifest = (): Promise<string> => tools.manifest()

/** The folder of a tool, installed on demand; undefined if unavailable. */
export const toolFolder = (name: string): Promise<string | undefined> => tools.packageFolder(name)

/** The executable of a runtime for this machine; undefined if unavailable. */
export async function toolProgram(name: keyof typeof programs): Promise<string | undefined> {
  await tools.manifest()
  return installedProgram(tools.folder, programs[name])
}

/** Jest's executable; undefined if unavailable. */
export async function jestProgram(): Promise<string | undefined> {
  const folder = await toolFolder("jest")
  return folder && join(folder, "bin/jest.js")
}

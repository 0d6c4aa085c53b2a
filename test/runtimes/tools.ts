import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { OnDemand } from "../support/on-demand.ts"

/** Where the packages of runtimes, one for each platform, have their programs. */
const programs = {
  bun: { scope: "@oven", path: "bin/bun" },
  deno: { scope: "@deno", path: "deno" },
  workerd: { scope: "@cloudflare", path: "bin/workerd" },
}

/** Bundlers, runtimes and runners. */
const tools = new OnDemand("runtimes", (folder) =>
  Object.values(programs).every((program) => installedProgram(folder, program) !== undefined),
)

/** The program of a runtime for this machine, where it is installed. */
function installedProgram(folder: string, { scope, path }: { scope: string; path: string }): string | undefined {
  const packages = join(folder, "node_modules", scope)
  const ending = process.platform === "win32" ? ".exe" : ""
  const found = existsSync(packages) ? readdirSync(packages) : []
  return found.map((one) => join(packages, one, path + ending)).find((one) => existsSync(one))
}

/** Installs what is missing, once a process; the manifest beside what could be had. */
export const toolsManifest = (): Promise<string> => tools.manifest()

/** The folder of a tool that is installed on demand; undefined where it cannot be had. */
export const toolFolder = (name: string): Promise<string | undefined> => tools.packageFolder(name)

/** The program of a runtime for this machine; undefined where it cannot be had. */
export async function toolProgram(name: keyof typeof programs): Promise<string | undefined> {
  await tools.manifest()
  return installedProgram(tools.folder, programs[name])
}

/** The program of Jest; undefined where it cannot be had. */
export async function jestProgram(): Promise<string | undefined> {
  const folder = await toolFolder("jest")
  return folder && join(folder, "bin/jest.js")
}

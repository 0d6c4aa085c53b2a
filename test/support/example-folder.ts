import { cpSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { packed } from "../../scripts/lib/pack.mjs"
import { compileWith } from "./compile.ts"
import { end } from "./example.ts"
import { readProjectFile, root } from "./files.ts"
import { linkPackage } from "./guide.ts"
import type { Reader } from "./reader.ts"

/**
 * Copies an example project to a reader, with the packages in its manifest; returns its path. `others` is a folder of
 * packages that are not ours.
 */
export function takeExample(reader: Reader, name: string, others?: string): string {
  const folder = copyExample(reader, name)
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  for (const needed of Object.keys({ ...dependencies, ...devDependencies })) linkPackage(needed, folder, others)
  return folder
}

function copyExample(reader: Reader, name: string): string {
  const folder = join(reader.folder, "guides", name)
  mkdirSync(join(reader.folder, "guides"), { recursive: true })
  cpSync(join(root, "examples", name), folder, { recursive: true })
  return folder
}

/** The compiler's output for an example's programs. */
export function checkExample(folder: string, files: readonly string[]): string {
  const programs = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]))
  const options = { allowImportingTsExtensions: true, allowJs: true, skipLibCheck: true }
  return compileWith(
    { folder },
    { compiler: join(root, "node_modules/typescript-7"), resolution: "Bundler", programs, options },
  )
}

/** The packages of an example's manifest in versions other than ours; also this package if it is missing there. */
export function strangeVersions(name: string): string[] {
  const ours = JSON.parse(readProjectFile("package.json"))
  const { optionalDependencies: tools } = JSON.parse(readProjectFile("test/runtimes/package.json"))
  const versions: Record<string, string> = {
    ...ours.devDependencies,
    [ours.name]: `^${ours.version}`,
    jest: `^${tools.jest}`,
  }
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readProjectFile(`examples/${name}/package.json`))
  const requiredVersions = Object.entries({ [ours.name]: undefined, ...dependencies, ...devDependencies })
  return requiredVersions.flatMap(([needed, version]) => (versions[needed] === version ? [] : [needed]))
}

/**
 * Copies an example to a reader and installs the packages of its manifest from the registry, and this package from its
 * tarball. Returns the reason if the registry is unreachable. @throws Error if its manifest needs a package that does
 * not exist.
 */
export async function installExample(reader: Reader, name: string): Promise<InstalledExample> {
  const folder = copyExample(reader, name)
  const { path } = await packed()
  const { code, stdout, stderr } = await end(
    // By default npm waits five minutes for a connection that hangs, and then tries another.
    reader.type(`npm install --no-audit --no-fund --ignore-scripts --fetch-timeout=60000 ${path}`, { cwd: folder }),
  )
  const output = stdout + stderr
  if (code !== 0 && !unreachable.test(output)) throw new Error(`examples/${name} cannot be installed:\n${output}`)
  return { folder, missing: code === 0 ? undefined : `its packages cannot be had here: ${output}` }
}

/** npm's errors if the registry is unreachable or incomplete. */
const unreachable = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|E40[34]|E5\d\d)\b/

export interface InstalledExample {
  readonly folder: string
  /** The reason why it cannot be tested here. */
  readonly missing: string | undefined
}

import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type typescript from "typescript"
import { readProjectFile, root } from "./files.ts"
import { type PackedProject, packProject } from "./package.ts"

const settings = {
  Node16: { module: "Node16", moduleResolution: "Node16", lib: ["ES2022"] },
  NodeNext: { module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2022"] },
  // For the web, without type packages.
  Web: { module: "NodeNext", moduleResolution: "NodeNext", lib: ["ES2022", "DOM"], types: [] },
  // Bundled programs usually have the browser's types; MSW's declarations need them.
  Bundler: { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"] },
}
const strict = { target: "ES2022", types: ["node"], strict: true, noEmit: true, skipLibCheck: false }

/** A TypeScript user's project. */
export const typedProject = (others: readonly string[] = []): PackedProject =>
  packProject(["undici", "zod", "msw", "vitest", "@types/node", ...others])

/** The frameworks that the documents use to receive webhooks, and their types. */
export const frameworks: readonly string[] = [
  ...["express", "@types/express", "koa", "@types/koa", "fastify", "hono", "@hono/node-server", "@types/aws-lambda"],
  ...["@electric-sql/pglite", "better-sqlite3", "@types/better-sqlite3", "pg", "@types/pg", "@playwright/test"],
  ...["nodemailer", "@types/nodemailer", "@auth/core", "@panva/hkdf", "jose", "oauth4webapi", "preact"],
]

type Options = Readonly<Record<string, boolean | readonly string[]>>

/** A compilation: the compiler's folder, the module resolution, programs by file name, and further options. */
interface Compilation {
  readonly compiler: string
  readonly resolution: keyof typeof settings
  readonly programs: Readonly<Record<string, string>>
  readonly options?: Options
}

/** Writes a compilation's programs and settings into the project; returns the settings. */
function writeProgram(folder: string, { resolution, programs, options = {} }: Compilation): object {
  const config = { compilerOptions: { ...strict, ...settings[resolution], ...options }, files: Object.keys(programs) }
  for (const [name, code] of Object.entries(programs)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  return config
}

type Folder = Pick<PackedProject, "folder">

/** A compiler's output for programs in the project. By default the packages' declarations are checked, too. */
export function compileWith({ folder }: Folder, compilation: Compilation): string {
  writeProgram(folder, compilation)
  const program = join(compilation.compiler, "bin/tsc")
  const { stdout, stderr } = spawnSync(process.execPath, [program, "-p", ".", "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  })
  return stdout + stderr
}

/** The same in process, for compilers up to TypeScript 6: the second compilation is faster than in a new process. */
export function checkWith({ folder }: Folder, compilation: Compilation): string {
  const ts: typeof typescript = createRequire(import.meta.url)(join(compilation.compiler, "lib/typescript.js"))
  const configFile = join(folder, "tsconfig.json")
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    writeProgram(folder, compilation),
    ts.sys,
    folder,
    {},
    configFile,
  )
  const program = ts.createProgram(fileNames, options)
  return ts.formatDiagnostics([...errors, ...ts.getPreEmitDiagnostics(program)], {
    getCurrentDirectory: () => folder,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  })
}

/** Compiles with one of our compilers, by its package. */
export const compile = (
  project: PackedProject,
  compiler: string,
  resolution: keyof typeof settings,
  programs: Record<string, string>,
  options: Options = {},
): string => compileWith(project, { compiler: join(root, "node_modules", compiler), resolution, programs, options })

/** A program that uses the package's API. */
export const consumer = readProjectFile("test/package/consumer.ts")
export const besideMsw =
  'import { setupServer } from "msw/node"\nimport * as mas from "mas-sdk/msw"\nexport { mas, setupServer }\n'
/** The program with a type error. */
export const wrongConsumer = consumer.replace("maxRetries: 3", 'maxRetries: "three"')

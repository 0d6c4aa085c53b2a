/**
 * The client's cost in an editor: number of types that the compiler creates for a program that uses every method of
 * every resource, and length of the line that a hover shows. Uses the built package's declarations.
 *
 *     npm run bench -- sdk-types
 */
import { rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import ts from "typescript"
import { Mas } from "../sdk/index.ts"

// A third of them is for the input of `sendEach`: rows of any kind, in any iterable.
const mostTypes = 3_760
const longestHover = 120

const shared = new Set(["constructor", "call", "listOf", "fileOf"])
const methods = Object.entries(new Mas({ baseUrl: "https://api.example.test" })).flatMap(([group, resource]) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
    .filter((name) => !shared.has(name))
    .map((name) => `mas.${group}.${name}`),
)
const uses = methods.map(
  (method, index) => `export const v${index} = await ${method}(...(null as unknown as Parameters<typeof ${method}>))`,
)
const source = ['import { Mas } from "../dist/index.js"', "const mas = new Mas()", ...uses, ""].join("\n")

const path = fileURLToPath(new URL("every-method.gen.mts", import.meta.url))
writeFileSync(path, source)
try {
  const options: ts.CompilerOptions = {
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    types: ["node"],
  }
  const program = ts.createProgram([path], options)
  for (const { messageText } of ts.getPreEmitDiagnostics(program)) {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"))
  }
  const types = program.getTypeCount()
  console.log(`${types} types for a program that uses ${methods.length} methods, of at most ${mostTypes}`)
  if (types > mostTypes) process.exitCode = 1

  const service = ts.createLanguageService({
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    getCurrentDirectory: ts.sys.getCurrentDirectory,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => ts.ScriptSnapshot.fromString(ts.sys.readFile(file) ?? ""),
    getCompilationSettings: () => options,
  })
  const hovers = methods.map((method) => {
    const at = source.indexOf(`${method}(`) + method.length - 1
    return ts.displayPartsToString(service.getQuickInfoAtPosition(path, at)?.displayParts)
  })
  const long = hovers.filter((line) => line.length > longestHover || line.includes("\n"))
  const fitting = hovers.filter((line) => line !== "").length - long.length
  console.log(`${fitting} hovers are one line of at most ${longestHover} characters; longer are ${long.length}`)
  for (const line of long) console.log(`  ${line.length}: ${line}`)
} finally {
  rmSync(path)
}

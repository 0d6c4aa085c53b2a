import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import ts from "typescript"
import { run } from "../../scripts/lib/run.mjs"
import { root } from "./files.ts"

/** A code snippet of a document, and its target. */
export interface Snippet {
  /** Path relative to package.json. */
  readonly file: string
  /** Import lines to insert at the beginning of the file. */
  readonly imports: string
  /** The object or class member to insert it after; undefined for the end of the file. */
  readonly after: string | undefined
  readonly code: string
}

/** The fenced blocks of a document whose first line is `// <file>, after \`<name>\`` or `// <file>, at the end`. */
export function snippetsOf(markdown: string): Snippet[] {
  const blocks = markdown.matchAll(/^( *)```ts\n *\/\/ (\S+), (?:after `(\w+)`|at the end)\n(.*?)^ *```$/gms)
  return [...blocks].map(([, indent = "", file = "", after, block = ""]) => {
    const text = block.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    const [imports = ""] = /^(?:import .*\n)*\n?/.exec(text) ?? []
    return { file, imports, after, code: text.slice(imports.length) }
  })
}

/** Not copied: generated files and files from outside the project. */
const excludedPaths = /^(node_modules|\.git|dist.*|generated|coverage)$/

/** Tool caches in node_modules that belong to one checkout. */
const caches = new Set([".cache", ".vite", ".vite-temp"])

/** These packages and all their installed dependencies. */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all) {
    const manifest = join(root, "node_modules", name, "package.json")
    if (!existsSync(manifest)) continue
    for (const needed of Object.keys(JSON.parse(readFileSync(manifest, "utf8")).dependencies ?? {})) all.add(needed)
  }
  return [...all]
}

/** A copy of the project's current files in another folder, with the same installed packages. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "mas-sdk-copy-"))

  /**
   * `copied`: packages to copy with their dependencies instead of linking, because the project bundles them: bundles
   * name and order files by their real paths.
   */
  constructor(copied: readonly string[] = []) {
    cpSync(root, this.folder, {
      recursive: true,
      filter: (source) => !excludedPaths.test(source.slice(root.length).replace(/^\//, "")),
    })
    const folders = new Set(withDependencies(copied).map((name) => name.split("/")[0]))
    // A separate folder with a link for each package: an install in the copy would empty a linked folder.
    mkdirSync(join(this.folder, "node_modules"))
    for (const name of readdirSync(join(root, "node_modules"))) {
      if (caches.has(name)) continue
      const [from, to] = [join(root, "node_modules", name), join(this.folder, "node_modules", name)]
      if (folders.has(name)) cpSync(from, to, { recursive: true })
      else symlinkSync(from, to)
    }
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8")
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  /** Inserts a snippet at its target. */
  insert({ file, imports, after, code }: Snippet): void {
    const text = this.read(file)
    const at = after === undefined ? text.length : endOfMember(text, after, file)
    this.write(file, `${imports.trimStart()}${text.slice(0, at)}\n${code}${text.slice(at)}`)
  }

  /** Runs a script in the copy, such as a tool of node_modules; returns its output without colours and its exit code. */
  node(script: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    // A nested Vitest is a separate run.
    const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
    const env = { NO_COLOR: "1", FORCE_COLOR: "0", ...apart }
    return run(process.execPath, [join(this.folder, script), ...args], { cwd: this.folder, env })
  }

  build = () => this.node("scripts/build.mjs")
  generate = () => this.node("node_modules/tsx/dist/cli.mjs", "scripts/generate.ts")
  /** Checks the types of the project, or only of these files and what they import. */
  compile = (files?: readonly string[]) => {
    const only = files && { files, include: [] }
    this.write("tsconfig.copy.json", JSON.stringify({ extends: "./tsconfig.json", ...only }))
    const compiler = "node_modules/typescript-7/bin/tsc"
    return this.node(compiler, ..."-p tsconfig.copy.json --pretty false --checkers 1".split(" "))
  }
  /** Runs the tests of these paths, except long ones. */
  test = (...filters: readonly string[]) =>
    this.node("node_modules/vitest/vitest.mjs", "run", "--project=unit", "--project=process", ...filters)

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** The end of an object or class member, including its comma. */
function endOfMember(text: string, name: string, file: string): number {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const find = (node: ts.Node): ts.Node | undefined =>
    (ts.isPropertyAssignment(node) || ts.isMethodDeclaration(node)) && node.name.getText() === name
      ? node
      : ts.forEachChild(node, find)
  const member = find(source)
  if (member === undefined) throw new Error(`${file} has no ${name}`)
  return member.end + (text[member.end] === "," ? 1 : 0)
}

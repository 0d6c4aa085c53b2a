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

/** Code that a document shows, and where it says that it goes. */
export interface Snippet {
  /** From the folder of package.json. */
  readonly file: string
  /** Import lines that go to the beginning of the file. */
  readonly imports: string
  /** The member of an object or a class that it comes after; undefined where it goes to the end of the file. */
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

/** What is not copied: it is not the project's own, or it is made of what is. */
const left = /^(node_modules|\.git|dist.*|generated|coverage)$/

/** What tools keep in node_modules for one checkout. */
const caches = new Set([".cache", ".vite", ".vite-temp"])

/** These packages and all that they need, where that is installed beside them. */
function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names)
  for (const name of all) {
    const manifest = join(root, "node_modules", name, "package.json")
    if (!existsSync(manifest)) continue
    for (const needed of Object.keys(JSON.parse(readFileSync(manifest, "utf8")).dependencies ?? {})) all.add(needed)
  }
  return [...all]
}

/** A copy of the project's files as they are, in a folder of its own, with the same installed packages. */
export class ProjectCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "mas-sdk-copy-"))

  /**
   * Packages of which it gets copies, with those that they need, are those whose code it bundles: a bundle names files, and orders
   * them, by where they really are.
   */
  constructor(copied: readonly string[] = []) {
    cpSync(root, this.folder, {
      recursive: true,
      filter: (source) => !left.test(source.slice(root.length).replace(/^\//, "")),
    })
    const folders = new Set(withDependencies(copied).map((name) => name.split("/")[0]))
    // A folder of its own with a link for each package: an install in the copy would empty the one that is linked.
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

  /** Puts code where its document says. */
  insert({ file, imports, after, code }: Snippet): void {
    const text = this.read(file)
    const at = after === undefined ? text.length : endOfMember(text, after, file)
    this.write(file, `${imports.trimStart()}${text.slice(0, at)}\n${code}${text.slice(at)}`)
  }

  /** Runs a script in it, such as a tool of node_modules; answers what it said, without colours, and how it ended. */
  node(script: string, ...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
    // A vitest below this one is a run of its own.
    const apart = { VITEST: undefined, VITEST_MODE: undefined, VITEST_POOL_ID: undefined, VITEST_WORKER_ID: undefined }
    const env = { NO_COLOR: "1", FORCE_COLOR: "0", ...apart }
    return run(process.execPath, [join(this.folder, script), ...args], { cwd: this.folder, env })
  }

  build = () => this.node("scripts/build.mjs")
  generate = () => this.node("node_modules/tsx/dist/cli.mjs", "scripts/generate.ts")
  /** Checks the types; the next time only of what changed, and of what is made of it. */
  compile = () =>
    this.node(
      "node_modules/typescript-7/bin/tsc",
      ..."-p . --pretty false --incremental --tsBuildInfoFile .types".split(" "),
    )
  /** Runs the tests of these paths, but for the long ones. */
  test = (...filters: readonly string[]) =>
    this.node("node_modules/vitest/vitest.mjs", "run", "--project=unit", "--project=process", ...filters)

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Where a member of an object or a class ends, its comma included. */
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

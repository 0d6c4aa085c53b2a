import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { describe, expect, it } from "vitest"
import { readProjectFile, root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

const folder = temporaryFolder()
const { outputText } = ts.transpileDeclaration(readProjectFile("sdk/base/async-dispose.ts"), {})
writeFileSync(join(folder, "async-dispose.d.ts"), outputText)
writeFileSync(
  join(folder, "library.d.ts"),
  `import { type AsyncCloses, AsyncClosing } from "./async-dispose.js"
   export declare class Client extends AsyncClosing { close(): Promise<void> }
   export interface File extends AsyncCloses { readonly name: string }
   export declare const open: () => File`,
)
const use = `import { Client, open } from "./library.js"
  export async function use() { await using client = new Client(); await using file = open(); return [client, file.name] }`
const call = `import { Client, open } from "./library.js"
  export async function call() { const client = new Client(); await client.close(); return open().name }`

/** The output of a compiler with only the named platform libraries. */
function compile(program: string, lib: string[], compiler: string): string {
  writeFileSync(join(folder, "program.ts"), program)
  const options = { target: "es2022", module: "nodenext", strict: true, noEmit: true }
  const config = { compilerOptions: { ...options, types: [], lib }, files: ["program.ts"] }
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
  const tsc = join(root, "node_modules", compiler, "bin/tsc")
  return spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], { encoding: "utf8" }).stdout
}

describe.each(["typescript", "typescript-7"])("the types of disposable objects (%s)", (compiler) => {
  it("compile without the disposable library", { tags: "slow" }, () => {
    expect(compile(call, ["es2022"], compiler)).toBe("")
  })

  it("work with await using if the library is present", { tags: "slow" }, () => {
    expect(compile(use, ["es2022", "esnext.disposable"], compiler)).toBe("")
    expect(compile(use.replace("open()", '"text"'), ["es2022", "esnext.disposable"], compiler)).toContain("TS2851")
  })
})

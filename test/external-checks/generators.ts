import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run, tool } from "../../scripts/lib/run.mjs"
import { checkWith } from "../support/compile.ts"
import { root } from "../support/files.ts"

/** A client generator: how to run it, and a program that uses the generated client. */
export interface Generator {
  readonly package: string
  /** Its executable, relative to the package's folder. */
  readonly program: string
  readonly args: (document: string) => readonly string[]
  /** Uses the generated client; prints its results as one line of JSON. */
  readonly use: string
}

/** The output of every program, whatever its client. */
export const expectedUse = [
  201,
  "Beta testers",
  ["Newsletter", "Beta testers"],
  "queued",
  422,
  ["to"],
  404,
  "not_found",
]

const heyApi = `import { client } from "./out/client.gen"
import { listsCreate, listsList, messagesSend, templatesGet } from "./out"
client.setConfig({ baseUrl: process.env.BASE_URL ?? "", auth: () => process.env.API_KEY ?? "" })
const made = await listsCreate({ body: { name: "Beta testers" } })
const all = await listsList({ query: { limit: 10 } })
const mail = { channel: "email", to: "ada@example.test", subject: "Hello", html: "<p>Hi</p>" } as const
const sent = await messagesSend({ body: mail, headers: { "Idempotency-Key": "generated-1" } })
const refused = await messagesSend({ body: { ...mail, to: "nobody" } })
const missing = await templatesGet({ path: { id: 999 } })
const problems = refused.error !== undefined && "validation_errors" in refused.error ? refused.error.validation_errors : {}
const code = missing.error !== undefined && "error_code" in missing.error ? missing.error.error_code : ""
console.log(JSON.stringify([made.response?.status, made.data?.name, all.data?.map((list) => list.name), sent.data?.status,
  refused.response?.status, Object.keys(problems ?? {}), missing.response?.status, code]))
`

const orval = `import { listsCreate, listsList, messagesSend, templatesGet } from "./out/api"
const own = globalThis.fetch
globalThis.fetch = (address, init) => own(new URL(String(address), process.env.BASE_URL), init)
const headers = { Authorization: \`Bearer \${process.env.API_KEY}\` }
const made = await listsCreate({ name: "Beta testers" }, { headers })
const all = await listsList({ limit: 10 }, { headers })
const mail = { channel: "email", to: "ada@example.test", subject: "Hello", html: "<p>Hi</p>" } as const
const sent = await messagesSend(mail, { headers: { ...headers, "Idempotency-Key": "generated-1" } })
const refused = await messagesSend({ ...mail, to: "nobody" }, { headers })
const missing = await templatesGet(999, { headers })
const problems = refused.status === 422 ? refused.data.validation_errors : {}
const code = missing.status === 404 ? missing.data.error_code : ""
const name = made.status === 201 ? made.data.name : ""
const names = all.status === 200 ? all.data.map((list) => list.name) : []
console.log(JSON.stringify([made.status, name, names, sent.status === 201 ? sent.data.status : "", refused.status,
  Object.keys(problems ?? {}), missing.status, code]))
`

export const generators: readonly Generator[] = [
  {
    package: "@hey-api/openapi-ts",
    program: "bin/run.js",
    args: (document) => ["-i", document, "-o", "out"],
    use: heyApi,
  },
  {
    package: "orval",
    program: "dist/bin/orval.js",
    args: (document) => ["--input", document, "--output", "out/api.ts", "--client", "fetch"],
    use: orval,
  },
]

/** Generates a client from a document in a new folder. */
export async function generate({ program, args }: Generator, packageFolder: string, document: string) {
  const folder = mkdtempSync(join(tmpdir(), "mas-sdk-generated-"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true })
  symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"), "junction")
  const { code, output } = await run(process.execPath, [join(packageFolder, program), ...args(document)], {
    cwd: folder,
    timeout: 600_000,
  })
  return {
    code,
    output,
    /** The compiler's errors for the client and programs that use it. */
    check: (programs: Record<string, string>) =>
      checkWith({ folder }, { compiler: join(root, "node_modules/typescript"), resolution: "Bundler", programs }),
    /** Runs a checked program. */
    run: (env: Readonly<Record<string, string>>) =>
      run(process.execPath, [tool("tsx/dist/cli.mjs"), "use.ts"], { cwd: folder, env, timeout: 600_000 }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

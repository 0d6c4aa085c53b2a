import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { localFolder } from "../../../cli/templates/lock-file.ts"
import type { Template, TemplateCreate, TemplateUpdate } from "../../../sdk/contract/templates.ts"
import { homeWithService, type RunOptions } from "../own/run.ts"

/** The lock file of the addresses of this machine, as the mock server has. */
export const localLock = `${localFolder}/lock.json`

type Service = ReturnType<typeof homeWithService>

/** A folder of templates, its service, and the command line that syncs them. */
export class TemplateFolder {
  readonly sandbox: Service
  readonly dir: string

  constructor(options?: Parameters<typeof homeWithService>[0]) {
    this.sandbox = homeWithService(options)
    this.dir = join(this.sandbox.home.folder, "templates")
  }

  /** Runs `mas templates …` with output in JSON. */
  async run(line: string, options?: RunOptions) {
    const { code, out, err } = await this.sandbox.run(["templates", ...line.split(" "), "--output", "json"], options)
    return { code, rows: out === "" ? [] : JSON.parse(out), err }
  }

  read(file: string): string {
    return readFileSync(join(this.dir, file), "utf8")
  }

  has(file: string): boolean {
    return existsSync(join(this.dir, file))
  }

  write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true })
    writeFileSync(join(this.dir, file), text)
  }

  edit(file: string, change: (text: string) => string): void {
    this.write(file, change(this.read(file)))
  }

  remove(path: string): void {
    rmSync(join(this.dir, path), { recursive: true })
  }

  /** The files in the folder, without those of the commands themselves. */
  files(): string[] {
    if (!existsSync(this.dir)) return []
    const entries = readdirSync(this.dir, { recursive: true, withFileTypes: true })
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    return paths
      .map((path) => path.slice(this.dir.length + 1).replaceAll("\\", "/"))
      .filter((path) => !path.startsWith(".base/") && path !== "templates.lock.json")
      .sort()
  }

  /** The number of saved bases for merges. */
  bases(): number {
    return readdirSync(join(this.dir, localFolder)).filter((name) => /^[0-9a-f]{16}\.json$/.test(name)).length
  }

  get lock() {
    const read = (file: string) => (this.has(file) ? JSON.parse(this.read(file)) : {})
    return { ...read("templates.lock.json"), ...read(localLock) }
  }

  async states(flags = ""): Promise<Record<string, string>> {
    const { rows } = await this.run(`status ${flags}`.trim())
    return Object.fromEntries(rows.map(({ folder, state }: { folder: string; state: string }) => [folder, state]))
  }

  async call(method: string, path: string, body?: object, brand?: string) {
    const headers = { Authorization: `Bearer ${this.sandbox.service.apiKey}`, "Content-Type": "application/json" }
    const sid = brand === undefined ? {} : { "X-Brand-SID": brand }
    const response = await this.sandbox.service.fetch(`${this.sandbox.service.url}/v1/my/templates${path}`, {
      method,
      headers: { ...headers, ...sid },
      ...(body && { body: JSON.stringify(body) }),
    })
    const json: Template & Template[] = await response.json()
    if (!response.ok) throw new Error(JSON.stringify(json))
    return json
  }

  async add(template: TemplateCreate, brand?: string): Promise<number> {
    return (await this.call("POST", "", template, brand)).id
  }

  /** Changes a template at the service, as another user would. */
  change(id: number, changes: TemplateUpdate): Promise<Template> {
    return this.call("PATCH", `/${id}`, changes)
  }

  get(id: number): Promise<Template> {
    return this.call("GET", `/${id}`)
  }

  all(brand?: string): Promise<Template[]> {
    return this.call("GET", "?limit=100", undefined, brand)
  }

  close(): Promise<void> {
    return this.sandbox.close()
  }
}

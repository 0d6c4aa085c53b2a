import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener, type Server } from "node:http"
import { dirname, join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { auditPackages, listedPackages } from "../../scripts/lib/audit.mjs"
import { writeNotices } from "../../scripts/lib/notices.mjs"
import { root } from "../support/files.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"

afterEach(() => vi.unstubAllEnvs())

/** A folder like tsup's output. */
function built(files: Record<string, string>): string {
  const folder = temporaryFolder(onTestFinished)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const metafile = (...paths: string[]) => {
  const inputs = Object.fromEntries(paths.map((path) => [path, { bytesInOutput: 9 }]))
  return JSON.stringify({ outputs: { "index.js": { inputs } } })
}

describe("the notices", () => {
  const liquid = "node_modules/liquidjs/dist/liquid.node.mjs"
  const prompts = "node_modules/@inquirer/prompts/dist/index.js"

  it("name each package of each bundle once, with its version", () => {
    const folder = built({
      "metafile-esm.json": metafile("sdk/index.ts", liquid, prompts),
      "cli/metafile-cjs.json": metafile("cli/main.ts", liquid),
    })
    writeNotices(folder)
    expect(listedPackages(folder)).toEqual([
      { name: "@inquirer/prompts", license: "MIT", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
      { name: "liquidjs", license: "MIT", version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
    ])
  })

  it("contain each licence verbatim: its copyright, and common terms once", () => {
    const folder = built({ "metafile-esm.json": metafile(liquid, prompts) })
    writeNotices(folder)
    const plain = (text: string) => text.replaceAll(/\s+/g, " ").trim()
    const notices = plain(readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8"))
    for (const name of ["liquidjs", "@inquirer/prompts"]) {
      const [copyright = "", terms] = readFileSync(join(root, "node_modules", name, "LICENSE"), "utf8").split(
        "Permission is",
      )
      expect(notices).toContain(`(MIT) ${plain(copyright)}`)
      expect(notices.split(plain(`Permission is${terms}`))).toHaveLength(2)
    }
  })

  it("state the licence of a package that is published without its file", () => {
    const folder = built({ "metafile-esm.json": metafile("node_modules/saxes/saxes.js") })
    writeNotices(folder)
    const notices = readFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), "utf8")
    expect(notices).toMatch(/^saxes \S+ \(ISC\)\nCopyright \(c\) Contributors\n/m)
    expect(notices).toContain("Permission to use, copy, modify, and/or distribute this software")
  })

  it("name the packages in the dashboard's page, which is compressed", () => {
    const folder = built({ "index.js": "" })
    writeNotices(folder, [join(root, "generated/dashboard-metafile.json")])
    expect(listedPackages(folder).map(({ name }) => name)).toEqual([
      "@preact/signals",
      "@preact/signals-core",
      "preact",
    ])
  })
})

describe("the audit of bundled packages", () => {
  /** Starts a registry for npm; returns the requests that it received. */
  async function registry(respond: RequestListener): Promise<unknown[]> {
    const queries: unknown[] = []
    const server: Server = createServer(async (request, response) => {
      const body = await buffer(request)
      if (request.method === "POST") queries.push(JSON.parse(gunzipSync(body).toString()))
      respond(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === "string") throw new Error("The registry has no port")
    vi.stubEnv("npm_config_registry", `http://127.0.0.1:${address.port}`)
    vi.stubEnv("npm_config_cache", built({}))
    return queries
  }

  const packages = [
    { name: "liquidjs", license: "MIT", version: "1.2.3" },
    { name: "ansi-regex", version: "5.0.0" },
    { name: "ansi-regex", version: "6.0.0" },
  ]

  it("asks about these packages and versions, and no others", async () => {
    const queries = await registry((_, response) => response.setHeader("Content-Type", "application/json").end("{}"))
    expect(await auditPackages(packages)).toEqual([])
    expect(queries).toEqual([{ liquidjs: ["1.2.3"], "ansi-regex": ["5.0.0", "6.0.0"] }])
  })

  it("reports a known vulnerability", async () => {
    const weakness = { id: 1, url: "https://example.test/1", title: "Runs what it reads", severity: "high" }
    const advisories = { liquidjs: [{ ...weakness, vulnerable_versions: "<2" }] }
    await registry(({ method }, response) => {
      if (method === "POST") response.setHeader("Content-Type", "application/json").end(JSON.stringify(advisories))
      else response.writeHead(404).end()
    })
    const findings = ["liquidjs <2: high, Runs what it reads (https://example.test/1)"]
    expect(await auditPackages(packages)).toEqual(findings)
  })

  it("fails when there is no package to ask about", async () => {
    await expect(auditPackages([])).rejects.toThrow("Nothing was checked: no bundled package is listed")
  })

  it("fails when the registry has no response", async () => {
    await registry((_, response) => response.writeHead(404).end())
    await expect(auditPackages(packages)).rejects.toThrow(
      /^Nothing was checked: the registry gave no audit \(404 Not Found - POST http/,
    )
  })
})

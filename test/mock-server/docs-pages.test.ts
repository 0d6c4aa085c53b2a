import { createHash } from "node:crypto"
import { request } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import { type MockServer, startMockServer } from "../../mock-server/index.ts"
import { renderMarkdown } from "../../mock-server/service/request/pages/documents/markdown.ts"
import resolve from "../../scripts/generate/pages/reference/resolve.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { crawl, idsIn, linksIn } from "../support/crawl.ts"
import { filesUnder } from "../support/files.ts"

let server: MockServer
beforeAll(async () => {
  server = await startMockServer({ port: 0, clock: "frozen" })
})
afterAll(() => server.close())

const get = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${server.url}${path}`, { redirect: "manual", ...init })
  return { status: response.status, headers: response.headers, html: await response.text() }
}

const crawled = (start: string) => crawl(new URL(start, server.url), get)

describe("the documents at /docs/", () => {
  it("all exist, and each link in them leads to an existing page and heading", { tags: "slow" }, async () => {
    const { crawledPages, dead } = await crawled("/docs/")
    expect(dead).toEqual([])
    const documents = [
      ...filesUnder("docs").filter((path) => path.endsWith(".md") && !path.includes("internal/")),
      "README",
      "CHANGELOG",
    ]
    const pages = [...crawledPages].filter(([path, { status }]) => path.startsWith("/docs/") && status === 200)
    // The list of them, and the interactive API page.
    expect(pages.length).toBe(documents.length + 2)
    expect([...crawledPages.keys()].filter((path) => !path.startsWith("/docs/")).sort()).toEqual([
      "/_mock/",
      "/openapi.yaml",
    ])
  })

  it("are the same below the prefix of a world", { tags: "slow" }, async () => {
    const { crawledPages, dead } = await crawled("/@main/docs/")
    expect(dead).toEqual([])
    expect([...crawledPages.keys()].filter((path) => !path.startsWith("/@main/"))).toEqual([])
  })

  it("show each endpoint with its call, request, response and errors, and repeat no id", async () => {
    const names: string[] = []
    for (const group of Object.keys(contract)) {
      const { html } = await get(`/docs/reference/${kebabCase(group)}`)
      const ids = idsIn(html)
      expect(new Set(ids).size).toBe(ids.length)
      for (const part of html.split("<h2 ").slice(1)) {
        const [, name = ""] = />([\w.]+)<\/h2>/.exec(part) ?? []
        if (name === "Models") continue
        names.push(name)
        expect(part, name).toContain(`<code>await mas.${name}(`)
        expect(part, name).toMatch(/<code>(GET|POST|PATCH|DELETE) \/v1.*Responds with 20\d.*Errors: \d{3}/s)
      }
    }
    expect(names).toEqual(listEndpoints(contract).map(({ name }) => name))
  })

  it("list all pages beside each, and mark the page itself", async () => {
    const { html } = await get("/docs/guides/errors")
    const [, list = ""] = /<nav aria-label="All pages">(.*?)<\/nav>/s.exec(html) ?? []
    const targets = linksIn(list).map((href) => new URL(href, `${server.url}/docs/guides/errors`).pathname)
    expect(targets).toEqual(expect.arrayContaining(["/docs/client", "/docs/guides/errors", "/docs/reference/messages"]))
    expect(list.match(/<a [^>]*aria-current[^>]*>[^<]*/g)).toEqual([expect.stringContaining("Errors")])
  })

  it("load and run nothing: one style, allowed by its hash, in every page", async () => {
    const { crawledPages } = await crawled("/docs/")
    for (const [path, { html }] of crawledPages) {
      if (!path.startsWith("/docs/") || path === "/docs/api") continue
      const { headers } = await get(path)
      const [, style = ""] = /<style>(.*?)<\/style>/s.exec(html) ?? []
      expect(headers.get("content-security-policy")?.split("; ")).toEqual([
        "default-src 'none'",
        `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ])
      expect(html.match(/<(?:script|img|iframe|object|embed|form|base|video|audio|svg)\b| (?:src|style|on\w+)=/g)).toBe(
        null,
      )
      expect(html.match(/<link\b[^>]*>/g)).toEqual(['<link rel="icon" href="data:,">'])
    }
  })

  it("are found without the slash; an unknown page is a 404 with the list of pages", async () => {
    for (const path of ["/docs", "/docs/guides", "/@main/docs"]) {
      const { status, headers } = await get(path)
      const there = new URL(headers.get("location") ?? "", server.url + path)
      expect([status, there.pathname]).toEqual([308, `${path}/`])
    }
    for (const path of [
      "/docs/none",
      "/docs/guides/none/at/all",
      "/docs/constructor",
      "/docs/%3Cb%3E",
      "/docs/client/",
    ]) {
      const { status, html } = await get(path)
      expect([path, status]).toEqual([path, 404])
      expect(html).not.toMatch(/\{up\}|%3C/)
      const targets = linksIn(html).map((href) => new URL(href, server.url + path).pathname)
      expect(targets).toContain("/docs/guides/errors")
      expect(targets).toContain("/_mock/")
    }
  })

  it("have an ETag, and are read-only", async () => {
    const page = await get("/docs/client")
    const tag = page.headers.get("etag") ?? ""
    expect(tag).toMatch(/^"[\w-]{16}"$/)
    for (const etagCondition of [tag, `W/${tag}`, `"other", ${tag}`, "*"]) {
      const again = await get("/docs/client", { headers: { "If-None-Match": etagCondition } })
      expect([again.status, again.html, again.headers.get("etag")]).toEqual([304, "", tag])
    }
    expect((await get("/docs/client", { headers: { "If-None-Match": '"other"' } })).status).toBe(200)
    const head = await get("/docs/client", { method: "HEAD" })
    expect([head.status, head.html]).toEqual([200, ""])
    expect(head.headers.get("content-length")).toBe(String(Buffer.byteLength(page.html)))
    const post = await get("/docs/client", { method: "POST" })
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"])
    const options = await get("/docs/client", { method: "OPTIONS" })
    expect([options.status, options.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"])
  })

  it("are served for the dashboard's host names, and are not in the journal", async () => {
    const statusFor = (headers: Record<string, string>) =>
      new Promise((resolve, reject) => {
        request(`${server.url}/docs/client`, { headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
          .on("error", reject)
          .end()
      })
    const host = `127.0.0.1:${server.port}`
    expect(await statusFor({ host: "evil.test" })).toBe(403)
    expect(await statusFor({ host, "sec-fetch-site": "cross-site" })).toBe(403)
    expect(await statusFor({ host })).toBe(200)
    expect((await get("/docsx")).status).toBe(404)
    const docsRequests = server.world.requests.list().filter(({ path }) => path.startsWith("/docs"))
    expect(docsRequests.map(({ path }) => path)).toEqual(["/docsx"])
  })
})

describe("the interface at /docs/api", () => {
  it("is one page, whose script is allowed by its hash, and which calls only its own server", async () => {
    const { html, headers } = await get("/docs/api")
    const [, script = ""] = /<script type="module">(.*?)<\/script>/s.exec(html) ?? []
    expect(script.length).toBeGreaterThan(100_000)
    expect(headers.get("content-security-policy")?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
      "style-src 'unsafe-inline'",
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
    expect(html.replace(script, "").match(/ src=|@import|url\(/g)).toBe(null)
  })

  it("reads the OpenAPI document as JSON", { tags: "slow" }, async () => {
    const { html, headers } = await get("/docs/openapi.json")
    expect(headers.get("content-type")).toBe("application/json; charset=utf-8")
    expect(JSON.parse(html)).toEqual(openapiDocument())
  })

  it("resolves each reference inline, except circular ones", async () => {
    const document = {
      page: { $ref: "#/schemas/Tree~1Node", description: "Where it begins." },
      schemas: { "Tree/Node": { description: "A node.", children: [{ $ref: "#/schemas/Tree~1Node" }] } },
    }
    const name = "Tree~1Node"
    const $ref = `#/schemas/${name}`
    const circular = { title: name, circularReference: { $ref, name, id: name } }
    expect(await resolve(document)).toMatchObject({
      page: { title: name, description: "Where it begins.", children: [circular] },
    })
    await expect(resolve({ $ref: "#/none" })).rejects.toThrow("The document has no #/none")
  })

  it("has a key for each kind, which never compete on one endpoint", () => {
    const set = ["api_key", "public_key"]
    for (const { spec } of listEndpoints(contract)) {
      expect(spec.auth.filter((kind) => set.includes(kind)).length, spec.path).toBeLessThan(2)
    }
  })
})

describe("the link crawler", () => {
  it("reports a link to a missing page, and one to a missing heading", async () => {
    const pages: Record<string, string> = {
      "/docs/": '<a href="a#one">a</a><a href="none">b</a><a href="https://elsewhere.test/">c</a>',
      "/docs/a": '<h2 id="one">One</h2><a href="./">up</a><a href="#two">two</a>',
    }
    const get = async (path: string) => ({ status: path in pages ? 200 : 404, html: pages[path] ?? "" })
    const { crawledPages, dead } = await crawl(new URL("http://127.0.0.1/docs/"), get)
    expect(dead.sort()).toEqual(["/docs/ → /docs/none", "/docs/a → /docs/a#two"])
    expect([...crawledPages.keys()].sort()).toEqual(["/docs/", "/docs/a", "/docs/none"])
  })
})

describe("Markdown in a page", () => {
  const targets = {
    documents: new Set(["README.md", "docs/support.md", "docs/guides/README.md", "docs/guides/errors.md"]),
    repository: "https://github.com/acme/acme",
    ending: "",
    files: { "docs/openapi.yaml": "../openapi.yaml" },
  }
  const rendered = (text: string) => renderMarkdown(text, "docs/client.md", targets).html

  it("escapes HTML everywhere", () => {
    const wild = '<script>alert(1)</script><b onclick="x">'
    for (const text of [
      wild,
      `# ${wild}`,
      `\`${wild}\``,
      `    ${wild}`,
      `[${wild}](none.md)`,
      `| ${wild} |\n|---|\n| ${wild} |`,
    ]) {
      const html = rendered(text)
      expect(html, text).toContain("&lt;script&gt;")
      expect(html, text).not.toMatch(/<script|<b\b/)
    }
    expect(rendered("a <!-- no one --> b")).toBe("<p>a  b</p>")
  })

  it("puts a wide table into a part of its own, which scrolls", () => {
    const html = rendered("| a |\n|---|\n| b |\n\nAfter.")
    expect(html).toMatch(/^<div class="wide" tabindex="0"><table>[\s\S]*<\/table><\/div>\s*<p>After\.<\/p>$/)
  })

  it("reduces a link with a script URL to its text", () => {
    for (const link of ["javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,a", "//evil.test/a"]) {
      expect(rendered(`[a](${link})`), link).toBe("<p>a</p>")
    }
  })

  it("does not link bare addresses, such as one in an example", () => {
    expect(linksIn(rendered("See https://shop.test/orders/1, www.shop.test or s@simulator.test."))).toEqual([])
  })

  it("links to pages by relative addresses, and to other files in the repository", () => {
    expect(linksIn(rendered("[a](guides/errors.md#all) [b](../README.md) [c](guides/README.md) [d](#here)"))).toEqual([
      "guides/errors#all",
      "./",
      "guides/",
      "#here",
    ])
    expect(linksIn(rendered("[a](openapi.yaml) [b](../examples/outbox) ![c](dashboard.png)"))).toEqual([
      "../openapi.yaml",
      "https://github.com/acme/acme/tree/main/examples/outbox",
      "https://github.com/acme/acme/blob/main/docs/dashboard.png",
    ])
  })

  it("links to files, and shows pictures, of a folder of files", () => {
    const files = { "docs/openapi.yaml": "openapi.yaml", "docs/dashboard.png": "dashboard.png" }
    const text =
      "[a](errors.md#all) [b](../../README.md) [c](../openapi.yaml) ![A <page>](../dashboard.png) ![d](other.png)"
    const { html } = renderMarkdown(text, "docs/guides/errors.md", { ...targets, ending: ".html", files })
    expect(linksIn(html)).toEqual([
      "../guides/errors.html#all",
      "../",
      "../openapi.yaml",
      "https://github.com/acme/acme/blob/main/docs/guides/other.png",
    ])
    expect(html).toContain('<img src="../dashboard.png" alt="A &lt;page&gt;">')
  })

  it("replaces an image inside a link by its alt text", () => {
    expect(rendered("[![CI <passes>](https://a.test/badge.svg)](https://a.test/runs)")).toBe(
      '<p><a href="https://a.test/runs">CI &lt;passes&gt;</a></p>',
    )
  })
})

import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Plugin } from "esbuild"
import type { BuiltPage } from "../../../../mock-server/service/request/pages/docs.ts"
import { frameHtml, mockServerSurroundings } from "../../../../mock-server/service/request/pages/documents/frame.ts"
import { bundlePage, hashOf, type PageBundle, policyOf } from "../bundle.ts"
import { styleOf } from "../style.ts"

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * The colours of the other pages. Only the navigation is dark: the explorer derives colours from these that are
 * unreadable on a dark background.
 */
const colours = [
  'primary-color="#1f4fd0" secondary-color="#f2bc59" text-color="#1a1e26"',
  'nav-bg-color="#1a1e25" nav-text-color="#e8ebf1" nav-hover-bg-color="#303744" nav-hover-text-color="#ffffff"',
].join(" ")

/** `generated/reference.json`: the page `/docs/api`, OpenAPI Explorer for the service that serves the page. */
export async function renderReference(): Promise<string> {
  const { script } = await referenceBundle()
  const style = styleOf("reference/reference.css")
  // The explorer's components have inline styles.
  const policy = policyOf(`script-src ${hashOf(script)}`, "style-src 'unsafe-inline'", "connect-src 'self'")
  const body = `<section aria-labelledby="title"><h1 id="title">Every endpoint, to try</h1></section>
<openapi-explorer use-path-in-nav-bar="true" ${colours}></openapi-explorer>
<script type="module">${script}</script>`
  const html = frameHtml({ title: "Try it", up: "", pages: "pages", style, body, surroundings: mockServerSurroundings })
  // Identifies a build of the page, for its `ETag`.
  const tag = createHash("sha256").update(html).digest("base64url").slice(0, 16)
  const page: BuiltPage = { policy, tag, html }
  return `${JSON.stringify(page)}\n`
}

/** Removes parts of the explorer that only other documents need: translations and code sample languages. */
const ownLanguages: Plugin = {
  name: "own languages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/languages\/index\.js$/ }, () => ({ path: fileOf("words.ts") }))
    onLoad({ filter: /prism-(?:markup-templating|css|yaml|go|ruby|java|python|csharp|rust|php)\.js$/ }, () => ({
      contents: "",
    }))
    // Several kinds of credential are bearer tokens: shows each by its name in the document.
    onLoad({ filter: /security-scheme-template\.js$/ }, ({ path }) => {
      const [before, after, ...others] = readFileSync(path, "utf8").split("'HTTP Bearer'")
      if (after === undefined || others.length > 0) throw new Error("OpenAPI Explorer names HTTP Bearer elsewhere")
      return { contents: `${before}securityScheme.apiKeyId${after}` }
    })
  },
}

let bundle: Promise<PageBundle> | undefined

export function referenceBundle(): Promise<PageBundle> {
  bundle ??= bundlePage(new URL("main.ts", import.meta.url), {
    format: "esm",
    define: { global: "globalThis" },
    // Packages of which the explorer uses little.
    alias: {
      "openapi-resolver/dist/openapi-resolver.browser.js": fileOf("resolve.ts"),
      json5: fileOf("json5.ts"),
    },
    plugins: [ownLanguages],
  })
  return bundle
}

import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type BuildResult, build, type Plugin } from "esbuild"
import type { BuiltPage } from "../../../../mock-server/request/pages/docs.ts"
import { frameHtml } from "../../../../mock-server/request/pages/documents/frame.ts"
import { hashOf, tagOf } from "../../policy.ts"
import { styleOf } from "../style.ts"

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Those of the other pages, dark only at the side: the explorer mixes its own from them, which in dark cannot be read. */
const colours = [
  'primary-color="#1f4fd0" secondary-color="#f2bc59" text-color="#1a1e26"',
  'nav-bg-color="#1a1e25" nav-text-color="#e8ebf1" nav-hover-bg-color="#303744" nav-hover-text-color="#ffffff"',
].join(" ")

/** `generated/reference.json`: the page `/docs/api`, OpenAPI Explorer on the service that answers the page. */
export async function renderReference(): Promise<string> {
  const { script } = await bundled()
  if (/<\/script/i.test(script)) throw new Error("The script would end its own element")
  const style = styleOf("reference/reference.css")
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    // Its parts have styles of their own.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  const body = `<section aria-labelledby="title"><h1 id="title">Every endpoint, to try</h1></section>
<openapi-explorer use-path-in-nav-bar="true" ${colours}></openapi-explorer>
<script type="module">${script}</script>`
  const html = frameHtml({ title: "Try it", up: "", pages: "./#pages", style, body })
  const page: BuiltPage = { policy: policy.join("; "), tag: tagOf(html), html }
  return `${JSON.stringify(page)}\n`
}

/** `generated/reference-metafile.json`: which files are in the page, for the notices of the packages that are. */
export async function renderReferenceMetafile(): Promise<string> {
  const { metafile } = await bundled()
  return `${JSON.stringify(metafile)}\n`
}

interface Bundled {
  readonly script: string
  readonly metafile: BuildResult["metafile"]
}

let made: Promise<Bundled> | undefined

/** The page's script: made once for all that is written of it. */
function bundled(): Promise<Bundled> {
  made ??= bundle()
  return made
}

/** The explorer without what it has for other documents: further languages, of people and of code samples. */
const ownLanguages: Plugin = {
  name: "own languages",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/languages\/index\.js$/ }, () => ({ path: fileOf("words.ts") }))
    onLoad({ filter: /prism-(?:markup-templating|css|yaml|go|ruby|java|python|csharp|rust|php)\.js$/ }, () => ({
      contents: "",
    }))
    // Several kinds of credential are a bearer token: each is called by its name in the document.
    onLoad({ filter: /security-scheme-template\.js$/ }, ({ path }) => {
      const [before, after, ...others] = readFileSync(path, "utf8").split("'HTTP Bearer'")
      if (after === undefined || others.length > 0) throw new Error("OpenAPI Explorer names HTTP Bearer elsewhere")
      return { contents: `${before}securityScheme.apiKeyId${after}` }
    })
  },
}

async function bundle(): Promise<Bundled> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileOf("main.ts")],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    minify: true,
    legalComments: "none",
    define: { global: "globalThis" },
    // By the name that it has here, wherever node_modules lead to.
    preserveSymlinks: true,
    // What the explorer uses little of.
    alias: {
      "openapi-resolver/dist/openapi-resolver.browser.js": fileOf("resolve.ts"),
      json5: fileOf("json5.ts"),
    },
    plugins: [ownLanguages],
  })
  return { script: outputFiles[0]?.text.trim() ?? "", metafile }
}

import { copyFile, mkdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { DocumentPages, type PageHost } from "../../mock-server/service/request/pages/documents/render.ts"
import { bundlePage, hashOf, policyOf } from "../generate/pages/bundle.ts"
import { styleOf } from "../generate/pages/style.ts"
import { alternativeSections, searchableSections } from "./sections.ts"

const root = new URL("../../", import.meta.url)

/** Files of the repository that are copied beside the pages. */
const files = { "docs/openapi.yaml": "openapi.yaml", "docs/dashboard.png": "dashboard.png" }

/** The header's links, with a place for the search, which a page without its script does not show. */
const links = (up: string) => `<a href="${up}openapi.yaml">OpenAPI</a>
<search hidden>
<input type="search" aria-label="Search the documents" placeholder="Search" autocomplete="off">
<div class="results" hidden><p role="status"></p><ol></ol></div>
</search>`

/** What the pages of a static site have beside the text. A meta element cannot forbid frames, and so leaves that out. */
function siteHost(): PageHost {
  const style = styleOf("page.css", "../../docs-site/search.css")
  const policy = policyOf("script-src 'self'", `style-src ${hashOf(style)}`, "connect-src 'self'")
    .replace("img-src data:", "img-src 'self' data:")
    .replace("; frame-ancestors 'none'", "")
  const head = (up: string) => `<meta http-equiv="Content-Security-Policy" content="${policy}">
<script type="module" src="${up}search.js"></script>
`
  return { policy, style, ending: ".html", files, surroundings: { head, links } }
}

const fileOfPage = (address: string) =>
  address === "" || address.endsWith("/") ? `${address}index.html` : `${address}.html`

/** Writes the documents as a static site, with a search, into a folder; counts its pages and their bytes. */
export async function buildSite(folder: string): Promise<{ pages: number; bytes: number }> {
  const documents = await DocumentPages.read(siteHost())
  let bytes = 0
  const write = async (file: string, text: string) => {
    bytes += Buffer.byteLength(text)
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const sections = []
  for (const address of documents.addresses) {
    const { html = "" } = documents.page(address) ?? {}
    await write(fileOfPage(address), html)
    if (address !== "pages") sections.push(...searchableSections(html, fileOfPage(address)))
  }
  // GitHub Pages shows this one for any address, so its links begin at the site's root: a folder named like the repository.
  await write("404.html", documents.missing(`/${basename(documents.repository)}/`))
  sections.push(...alternativeSections("looking-for.html"))
  await write("search.json", JSON.stringify(sections))
  const { script } = await bundlePage(new URL("search.ts", import.meta.url), { format: "esm" })
  await write("search.js", script)
  for (const [from, to] of Object.entries(files)) await copyFile(new URL(from, root), join(folder, to))
  // Without it, GitHub Pages would take the files for sources of Jekyll.
  await write(".nojekyll", "")
  return { pages: documents.addresses.length, bytes }
}

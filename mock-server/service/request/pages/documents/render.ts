import { createHash } from "node:crypto"
import { readdir } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { readGeneratedPage } from "../generated-page.ts"
import { escapeHtml } from "../html.ts"
import { packageFile, packageFolder } from "../package-file.ts"
import { addressOfPage, hrefOfPage, type LinkTargets, upFrom } from "./addresses.ts"
import { frameHtml, mockServerSurroundings, type PageStyle, type PageSurroundings } from "./frame.ts"
import { type Heading, renderMarkdown } from "./markdown.ts"

/** A rendered page and its ETag. */
export interface RenderedPage {
  readonly html: string
  readonly tag: string
}

/** The address of the list of all pages. */
const listAddress = "pages"

/** Where the pages are to be shown: their style, what surrounds them, and what their links may lead to. */
export interface PageHost extends PageStyle, Pick<LinkTargets, "ending" | "files"> {
  readonly surroundings: PageSurroundings
}

/** The documents as pages. Each is rendered on its first request. */
export class DocumentPages {
  readonly policy: string
  readonly repository: string
  readonly #targets: LinkTargets
  readonly #documents: ReadonlyMap<string, DocumentFile>
  readonly #rendered = new Map<string, RenderedPage>()
  readonly #description: string

  private constructor(
    private readonly sections: DocumentSections,
    private readonly host: PageHost,
    { repository, description }: Manifest,
  ) {
    const all = sections.flatMap(([, documents]) => documents)
    this.policy = host.policy
    this.repository = repository
    this.#documents = new Map(all.map((document) => [addressOfPage(document.path), document]))
    this.#targets = { ...host, documents: new Set(all.map(({ path }) => path)), repository }
    this.#description = description
  }

  /** Reads the documents for the mock server, or for another host. */
  static async read(host?: PageHost): Promise<DocumentPages> {
    const { repository, description } = JSON.parse((await packageFile("package.json")).toString())
    const address = String(repository.url).replace(/^git\+|\.git$/g, "")
    return new DocumentPages(await readDocuments(), host ?? (await mockServer()), { repository: address, description })
  }

  /** The addresses of all pages, the first one's empty. */
  get addresses(): readonly string[] {
    return [...this.#documents.keys(), listAddress]
  }

  /** The page at a path below `/docs/`; undefined if there is none. */
  page(address: string): RenderedPage | undefined {
    const rendered = this.#rendered.get(address)
    if (rendered !== undefined) return rendered
    const document = this.#documents.get(address)
    if (document === undefined && address !== listAddress) return undefined
    const html = document === undefined ? this.#contents() : this.#document(document, address)
    const tag = createHash("sha256").update(html).digest("base64url").slice(0, 16)
    this.#rendered.set(address, { html, tag })
    return { html, tag }
  }

  /** The page for an unknown path; `up` leads to `/docs/`. */
  missing(up: string): string {
    const html = `<h1>No such page</h1>\n<p>There is no such page. All pages:</p>\n${this.#list(up)}`
    return this.#frame({ title: "No such page", up, html, headings: [] })
  }

  #document({ path, text, title }: DocumentFile, address: string): string {
    const { html, headings } = renderMarkdown(text, path, this.#targets)
    return this.#frame({ title, up: upFrom(address), address, html, headings })
  }

  #contents(): string {
    const html = `<h1>All pages</h1>\n<p>${escapeHtml(this.#description)}</p>\n${this.#list("")}`
    return this.#frame({ title: "All pages", up: "", address: listAddress, html, headings: [] })
  }

  #frame({ title, up, address, html, headings }: PageParts): string {
    const lists = this.sections.map(([heading, documents]) => {
      const rows = documents.map(({ path, title: name }) => {
        const ownAddress = addressOfPage(path)
        const here = ownAddress === address ? ' aria-current="page"' : ""
        return `<li><a href="${hrefOfPage(ownAddress, up, this.host)}"${here}>${escapeHtml(name)}</a></li>`
      })
      return `<b>${heading}</b>\n<ul>\n${rows.join("\n")}\n</ul>`
    })
    // The table of contents goes below the title.
    const main = html.replace(/(?<=<\/h1>\n)/, () => contents(headings))
    const body = `<main>\n${main}\n</main>\n<nav aria-label="All pages">\n${lists.join("\n")}\n</nav>`
    const { style, surroundings } = this.host
    const pages = hrefOfPage(listAddress, up, this.host)
    return frameHtml({ title, up, pages, style, body, surroundings })
  }

  /** A list of all pages with their first sentences. */
  #list(up: string): string {
    return this.sections
      .map(([heading, documents]) => {
        const rows = documents.map(({ path, title, about }) => {
          const link = `<a href="${hrefOfPage(addressOfPage(path), up, this.host)}">${escapeHtml(title)}</a>`
          return `<li>${link}${about && `: ${escapeHtml(about)}`}</li>`
        })
        return `<h2>${heading}</h2>\n<ul>\n${rows.join("\n")}\n</ul>`
      })
      .join("\n")
  }
}

const mockServer = async (): Promise<PageHost> => ({
  ...(await readGeneratedPage("pages")),
  surroundings: mockServerSurroundings,
  ending: "",
  files: { "docs/openapi.yaml": "../openapi.yaml" },
})

interface Manifest {
  readonly repository: string
  readonly description: string
}

interface PageParts {
  readonly title: string
  /** The relative address of `/docs/`: `../` for a page in a folder. */
  readonly up: string
  /** The page's address below that; omitted for a page that is in no list. */
  readonly address?: string
  readonly html: string
  readonly headings: readonly Heading[]
}

function contents(headings: readonly Heading[]): string {
  if (headings.length < 4) return ""
  const rows = headings.map(({ depth, id, html }) => {
    const text = html.replaceAll(/<\/?a\b[^<>]*>/g, "")
    return `<li${depth > 2 ? ' class="deep"' : ""}><a href="#${id}">${text}</a></li>`
  })
  return `<details><summary>On this page</summary><ul>\n${rows.join("\n")}\n</ul></details>\n`
}

interface DocumentFile {
  /** The path in the package: `docs/client.md`. */
  readonly path: string
  readonly title: string
  /** The document's first sentence. */
  readonly about: string
  readonly text: string
}

/** The documents, grouped by the headings of the list. */
type DocumentSections = readonly (readonly [heading: string, documents: readonly DocumentFile[]])[]

/** Reads all documents from the package. */
async function readDocuments(): Promise<DocumentSections> {
  const start = ["README.md", "docs/getting-started.md", "docs/looking-for.md"]
  const parts = (await markdownIn("docs/")).filter((path) => !start.includes(path))
  const sections: [string, string[]][] = [
    ["Start", start],
    ["Guides", await markdownIn("docs/guides/")],
    ["Parts", parts],
    ["Reference", await markdownIn("docs/reference/")],
    ["Project", ["CHANGELOG.md"]],
  ]
  return Promise.all(
    sections.map(async ([heading, paths]) => [heading, await Promise.all(paths.map(readDocument))] as const),
  )
}

/** Sorted by name, with the index first. */
async function markdownIn(folder: string): Promise<string[]> {
  const names = await readdir(fileURLToPath(new URL(folder, packageFolder())))
  const [lists, others] = [["README.md"], names.filter((name) => name.endsWith(".md") && name !== "README.md").sort()]
  return [...lists.filter((name) => names.includes(name)), ...others].map((name) => folder + name)
}

async function readDocument(path: string): Promise<DocumentFile> {
  const text = (await packageFile(path)).toString()
  const [, title = "", rest = ""] = /(?:^|\n)# ([^\n]*)\n+(.*)/s.exec(text) ?? []
  const [paragraph = ""] = rest.split(/\n\n|\n(?=[-|#<])/)
  const [sentence = ""] = /^[^|#<-].*?[.:](?=\s|$)/s.exec(paragraph) ?? []
  const plain = sentence.replaceAll(/\s+/g, " ").replaceAll(/\[([^[\]]*)\]\([^)[]*\)|\*\*|`/g, "$1")
  return { path, title, about: plain.replace(/:$/, "."), text }
}

import MiniSearch, { type SearchResult } from "minisearch"
import type { SearchSection } from "./sections.ts"

// The script of the site's search. The sections are loaded when somebody goes to the search field.

const mostResults = 12
const site = new URL(".", import.meta.url)

const element = <Kind extends HTMLElement>(selector: string): Kind => {
  const one = document.querySelector<Kind>(selector)
  if (one === null) throw new Error(`The page has no ${selector}`)
  return one
}
const search = element("search")
const field = element<HTMLInputElement>("search input")
const results = element(".results")
const status = element(".results p")
const list = element(".results ol")

const texts = new Map<string, string>()
let index: Promise<MiniSearch<SearchSection>> | undefined

async function readIndex(): Promise<MiniSearch<SearchSection>> {
  const response = await fetch(new URL("search.json", site))
  if (!response.ok) throw new Error(`search.json: ${response.status}`)
  const sections: readonly SearchSection[] = await response.json()
  const built = new MiniSearch<SearchSection>({
    fields: ["heading", "page", "text"],
    storeFields: ["heading", "page"],
    searchOptions: {
      boost: { heading: 6, page: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: "AND",
      boostDocument: (id) => (String(id).startsWith("changelog") ? 0.2 : 1),
    },
  })
  built.addAll(sections)
  for (const { id, text } of sections) texts.set(id, text)
  return built
}

/** The text around the first word that was found. */
function excerpt(text: string, { terms }: SearchResult): string {
  const lower = text.toLowerCase()
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0))
  const from = Number.isFinite(first) ? lower.lastIndexOf(" ", Math.max(0, first - 40)) + 1 : 0
  const piece = text.slice(from, from + 140)
  return `${from > 0 ? "… " : ""}${piece}${from + piece.length < text.length ? " …" : ""}`
}

function row(result: SearchResult): HTMLElement {
  const link = document.createElement("a")
  link.href = new URL(String(result.id), site).href
  link.textContent = result.heading === result.page ? result.page : `${result.page}: ${result.heading}`
  const about = document.createElement("span")
  about.textContent = excerpt(texts.get(String(result.id)) ?? "", result)
  link.append(about)
  const item = document.createElement("li")
  item.append(link)
  return item
}

const countOf = (all: number) =>
  all === 0 ? "Nothing found" : all > mostResults ? `The best ${mostResults} of ${all} results` : `${all} results`

async function show(): Promise<void> {
  const query = field.value.trim()
  if (query === "") {
    results.hidden = true
    return
  }
  try {
    index ??= readIndex()
    const all = (await index).search(query)
    // Somebody who types on wants the results of the later text.
    if (field.value.trim() !== query) return
    status.textContent = countOf(all.length)
    list.replaceChildren(...all.slice(0, mostResults).map(row))
  } catch {
    index = undefined
    list.replaceChildren()
    status.textContent = "The search could not be loaded. Look at all pages instead."
  }
  results.hidden = false
}

function close(): void {
  results.hidden = true
  field.focus()
}

/** Arrow keys go through the field and the results. */
function move(event: KeyboardEvent): void {
  if (event.key === "Escape") close()
  const stops = [field, ...list.querySelectorAll("a")]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  if (event.key === "Enter" && at === 0) stops[1]?.click()
  if (step === 0 || at < 0 || results.hidden) return
  event.preventDefault()
  stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus()
}

search.hidden = false
field.addEventListener("focus", () => {
  index ??= readIndex()
  index.catch(() => {
    index = undefined
  })
})
field.addEventListener("input", () => void show())
search.addEventListener("keydown", move)
search.addEventListener("focusout", ({ relatedTarget }) => {
  if (!(relatedTarget instanceof Node && search.contains(relatedTarget))) results.hidden = true
})
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  field.focus()
})

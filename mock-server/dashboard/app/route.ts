import { computed, signal } from "@preact/signals"

/** The location of the page: `#/messages/12?q=ada` is message 12 in the view Messages, with the search "ada". */
export interface Route {
  readonly view: string
  /** The id of the open item. */
  readonly id: string | undefined
  readonly query: URLSearchParams
}

export interface ViewProps {
  readonly route: Route
}

const hash = signal(location.hash)
addEventListener("hashchange", () => {
  hash.value = location.hash
})

export const route = computed(() => readRoute(hash.value))

function readRoute(text: string): Route {
  const [path = "", search] = text.replace(/^#\/?/, "").split("?", 2)
  const [view = "", id] = path.split("/").map(unescaped)
  return { view, id: id || undefined, query: new URLSearchParams(search) }
}

function unescaped(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Query = Readonly<Record<string, string | number | undefined>>

/** The address of a view, of an item in it, or of a search. */
export function href(view: string, id?: string | number, query: Query | URLSearchParams = {}): string {
  const pairs = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const search = new URLSearchParams(pairs.flatMap(([key, value]) => (value ? [[key, String(value)]] : [])))
  const open = id === undefined ? "" : `/${encodeURIComponent(id)}`
  return `#/${view}${open}${search.size > 0 ? `?${search}` : ""}`
}

/** Navigates, with a history entry for the back button. */
export function go(address: string): void {
  location.hash = address
}

/** Changes the search without history entries: the back button skips every typed letter. */
export function search(changes: Query): void {
  const { view, id, query } = route.peek()
  const address = href(view, id, { ...Object.fromEntries(query), ...changes })
  history.replaceState(null, "", address)
  hash.value = address
}

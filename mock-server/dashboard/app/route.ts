import { computed, signal } from "@preact/signals"

/** Where the page is: `#/messages/12?q=ada` is the message 12 in the view Messages, with what is searched for beside it. */
export interface Route {
  readonly view: string
  /** What is open in the view. */
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

/** The address of a view, of one thing in it, or of a search. */
export function href(view: string, id?: string | number, query: Query | URLSearchParams = {}): string {
  const given = query instanceof URLSearchParams ? [...query] : Object.entries(query)
  const search = new URLSearchParams(given.flatMap(([key, value]) => (value ? [[key, String(value)]] : [])))
  const open = id === undefined ? "" : `/${encodeURIComponent(id)}`
  return `#/${view}${open}${search.size > 0 ? `?${search}` : ""}`
}

/** Goes there, so that the back button comes back. */
export function go(address: string): void {
  location.hash = address
}

/** Changes what is searched for. The back button does not go through every letter that was typed. */
export function search(changes: Query): void {
  const { view, id, query } = route.peek()
  const address = href(view, id, { ...Object.fromEntries(query), ...changes })
  history.replaceState(null, "", address)
  hash.value = address
}

/** What an element is made of: attributes, listeners under `on…` names, and children. */
interface Parts {
  readonly [attribute: string]: string | number | boolean | ((event: Event) => void) | undefined
}

type Child = Node | string | number | null | undefined

/** Makes an element. Text goes in as text, so nothing of the world can become markup. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  parts: Parts = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value)
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== undefined).map(nodeOf))
  return element
}

const nodeOf = (child: Node | string | number) => (typeof child === "number" ? String(child) : child)

/** The element of the page with this id. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no ${id}`)
  return element
}

export const button = (label: string, act: () => unknown, parts: Parts = {}) =>
  h("button", { type: "button", onclick: () => void act(), ...parts }, label)

/** A word with a colour that says how it stands. */
export const badge = (text: string | number, tone: "good" | "bad" | "warn" | "quiet") =>
  h("span", { class: `badge ${tone}` }, text)

/** Text as it is, lines and all. */
export const pre = (text: string) => h("pre", {}, text)

/** What is under a heading; nothing where there is nothing. */
export const part = (title: string, content: Node | null) => content && h("section", {}, h("h3", {}, title), content)

/** A value as JSON for reading. */
export const json = (value: unknown) =>
  value === null || value === undefined ? null : pre(JSON.stringify(value, null, 2))

/** A line that opens to its details; `key` tells it from the others of its list. */
export function entry(key: string | number, line: readonly Child[], details: () => Node | Promise<Node>): HTMLElement {
  const inside = h("div", { class: "inside" })
  const show = async () => inside.replaceChildren(await details())
  const element = h("details", { "data-key": key }, h("summary", {}, ...line), inside)
  element.addEventListener("toggle", () => {
    if (element.open) void show()
  })
  return element
}

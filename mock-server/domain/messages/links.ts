import { readHtml } from "../../base/read-html.ts"

/** The addresses that a person could click in HTML, each once, in order. Takes as long as the HTML is long, whatever it is. */
export function linksIn(html: string): string[] {
  const links = new Set<string>()
  // What is in a template is not shown.
  let templates = 0
  readHtml(html, {
    tag({ name, attributes }) {
      if (name === "template") templates++
      if (name !== "a" || templates > 0) return
      const url = attributes.find((attribute) => attribute.name === "href")?.value.trim() ?? ""
      if (/^https?:\/\//i.test(url)) links.add(url)
    },
    closed(name) {
      if (name === "template" && templates > 0) templates--
    },
  })
  return [...links]
}

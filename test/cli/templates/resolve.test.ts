import { expect, it } from "vitest"
import { partOf } from "../../../cli/templates/part.ts"
import { putPartialsIn, takePartialsOut } from "../../../cli/templates/partials.ts"
import { resolve } from "../../../cli/templates/resolve.ts"

const none = { subject: null, preheader: null, from_name: null, from_email: null, reply_to: null, body: null }

it("a compiled body takes no change: the conflict names its source", () => {
  const base = { name: "Tea", ...none, html: "<p>1</p>" }
  const compiled = partOf("tea/template.tsx", undefined, [{ text: "<p>1</p>", file: "a", source: "", from: 0 }], [])
  const local = {
    folder: "tea",
    path: "tea",
    content: base,
    parts: { html: compiled },
    samples: {},
    yaml: { file: "", text: "" },
  }
  const remote = { id: 1, version: 2, content: { ...base, html: "<p>2</p>", subject: "Tea" } }
  const entry = { id: 1, version: 1, base: "" }
  const { conflicts, bodies, lines } = resolve(
    { folder: "tea", state: "changed_there", local, remote, base, entry },
    new Map(),
    "ours",
  )
  expect(conflicts).toEqual([{ field: "html", compiledFrom: "tea/template.tsx" }])
  expect(bodies).toEqual({})
  expect(lines).toMatchObject({ name: "Tea", subject: "Tea" })
})

it.each([
  "{% render 'a' %}",
  "x {%- include \"a\" -%} y\r\n{% render 'b' %}{% render 'b' %}",
  "{% raw %}{% render 'a' %}{% endraw %}{{ x }}{% render 'c' %}",
  "{% if x %}{% render 'a' %}{% endif %}{% comment %} End of {% render 'a' %} {% endcomment %}",
])("expanded partials are collapsed again exactly: %j", (source) => {
  const partials = new Map(
    Object.entries({
      "a.liquid": "A {% render 'b' %}\n",
      "b.html.liquid": "",
      "c.liquid": "{% comment %}{% endcomment %}{{ y }}",
    }).map(([name, text]) => [name, { file: name, text }] as const),
  )
  const expand = (text: string) =>
    putPartialsIn("", text, "html", partials)
      .pieces.map((piece) => piece.text)
      .join("")
  const text = expand(source)
  expect(text).not.toBe(source)
  expect(takePartialsOut(text, (tag) => [expand(tag)])).toBe(source)
})

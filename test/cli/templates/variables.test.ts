import { beforeAll, describe, expect, it } from "vitest"
import { typeText } from "../../../cli/templates/types/type-text.ts"
import { readShape } from "../../../cli/templates/types/typed-templates.ts"
import { loadLiquid } from "../../../mock-server/resources/messages/liquid.ts"

beforeAll(loadLiquid)

/** A type on one line. */
const onOneLine = (type: string) =>
  type
    .replaceAll(/\{\n\s*/g, "{ ")
    .replaceAll(/\n\s*\}/g, " }")
    .replaceAll(/\n\s*/g, "; ")

const typeOf = (text: string, ...samples: readonly unknown[]) => onOneLine(typeText(readShape([text], samples).data))

const text = "string | number"
const maybe = "| null | undefined"

/** Typical templates, each with the type of its data. */
const templates: readonly (readonly [about: string, template: string, type: string])[] = [
  ["a name that is printed", "Hi {{ data.name }}!", `{ name: ${text} }`],
  ["nothing but text", "<p>Hello there</p>", "{}"],
  ["fields that the service provides", "Hi {{ contact.first_name }} at {{ contact.data.city }}", "{}"],
  ["a name of two words", 'Hi {{ data["first name"] }}', `{ "first name": ${text} }`],
  ["an object", "{{ data.user.name }} <{{ data.user.email }}>", `{ user: { name: ${text}; email: ${text} } }`],
  ["a default", 'Hi {{ data.name | default: "there" }}', `{ name?: ${text} ${maybe} }`],
  ["a default from elsewhere", "{{ data.nick | default: data.name }}", `{ nick?: ${text} ${maybe}; name: ${text} }`],
  ["two defaults", '{{ data.a | default: data.b | default: "c" }}', `{ a?: ${text} ${maybe}; b?: ${text} ${maybe} }`],
  [
    "a table of items",
    "{% for item in data.items %}<tr><td>{{ item.name }}</td><td>{{ item.price }}</td></tr>{% endfor %}",
    `{ items: readonly { name: ${text}; price: ${text} }[] }`,
  ],
  [
    "a loop with a limit and an offset",
    "{% for i in data.items limit: data.most offset: 2 reversed %}{{ i }}{{ forloop.index }}{% endfor %}",
    `{ items: readonly (${text})[]; most: number }`,
  ],
  [
    "a loop with an else branch",
    "{% for i in data.items %}{{ i.sku }}{% else %}Nothing yet{% endfor %}",
    `{ items?: readonly { sku: ${text} }[] ${maybe} }`,
  ],
  [
    "a loop within a loop",
    "{% for day in data.days %}{{ day.date }}{% for slot in day.slots %}{{ slot.time }}{% endfor %}{% endfor %}",
    `{ days: readonly { date: ${text}; slots: readonly { time: ${text} }[] }[] }`,
  ],
  [
    "a loop over an object",
    "{% for pair in data.details %}{{ pair[0] }}: {{ pair[1] }}<br>{% endfor %}",
    `{ details: Readonly<Record<string, ${text}>> }`,
  ],
  [
    "a row of cells",
    "{% tablerow p in data.products cols: 2 %}{{ p.title }}{% endtablerow %}",
    `{ products: readonly { title: ${text} }[] }`,
  ],
  ["a range", "{% for n in (1..data.stars) %}★{% endfor %}", "{ stars: number }"],
  ["a field that is only tested", "{% if data.vip %}Thank you for being with us{% endif %}", "{ vip?: unknown }"],
  [
    "a field that is printed if it is set",
    "{% if data.coupon %}Use {{ data.coupon.code }} until {{ data.coupon.until }}{% endif %}",
    `{ coupon?: { code: ${text}; until: ${text} } ${maybe} }`,
  ],
  [
    "a field that is printed in both branches",
    "{% if data.user.vip %}Dear {{ data.user.name }}{% else %}Hi {{ data.user.name }}{% endif %}",
    `{ user: { vip?: unknown; name: ${text} } }`,
  ],
  [
    "nested conditions",
    "{% if data.ship %}{% if data.ship.tracking %}{{ data.ship.tracking.url }}{% endif %}{{ data.ship.carrier }}{% endif %}",
    `{ ship?: { tracking?: { url: ${text} } ${maybe}; carrier: ${text} } ${maybe} }`,
  ],
  [
    "and, or",
    "{% if data.a and data.b %}{{ data.a }}{{ data.b }}{% endif %}{% if data.c or data.d %}{{ data.c }}{{ data.d }}{% endif %}",
    `{ a?: ${text} ${maybe}; b?: ${text} ${maybe}; c?: ${text} ${maybe}; d?: ${text} ${maybe} }`,
  ],
  ["unless", "{% unless data.paid %}Due: {{ data.due }}{% endunless %}", `{ paid?: unknown; due: ${text} }`],
  [
    "unless with an else branch",
    "{% unless data.name %}Hi{% else %}Hi {{ data.name }}{% endunless %}",
    `{ name?: ${text} ${maybe} }`,
  ],
  [
    "a comparison with blank",
    "{% if data.name == blank %}Hi{% else %}Hi {{ data.name }}{% endif %}{% if data.note != nil %}{{ data.note }}{% endif %}",
    `{ name?: ${text} ${maybe}; note?: ${text} ${maybe} }`,
  ],
  [
    "elsif",
    '{% if data.plan == "pro" %}Pro{% elsif data.plan == "team" %}Team{% else %}{{ data.upgrade_url }}{% endif %}',
    `{ plan?: string ${maybe}; upgrade_url: ${text} }`,
  ],
  [
    "case",
    '{% case data.status %}{% when "paid" %}Paid{% when "open", "late" %}Due {{ data.due }}{% else %}?{% endcase %}',
    `{ status?: string ${maybe}; due: ${text} }`,
  ],
  [
    "the else of a case",
    '{% case data.status %}{% when "paid" %}Paid{% else %}Due {{ data.due }}{% endcase %}',
    `{ status?: string ${maybe}; due: ${text} }`,
  ],
  ["a plural", "{{ data.count }} {% if data.count == 1 %}item{% else %}items{% endif %}", "{ count: number }"],
  ["a comparison with true", "{% if data.active == true %}On{% endif %}", `{ active?: boolean ${maybe} }`],
  ["contains", '{% if data.tags contains "new" %}New{% endif %}', `{ tags?: string | readonly unknown[] ${maybe} }`],
  [
    "the size of a list before its loop",
    "{% if data.items.size > 0 %}{% for i in data.items %}{{ i.name }}{% endfor %}{% endif %}",
    `{ items?: readonly { name: ${text} }[] ${maybe} }`,
  ],
  [
    "the first of a list",
    "{{ data.items[0].name }} {{ data.items.first.price }}",
    `{ items: readonly { name: ${text}; price: ${text} }[] }`,
  ],
  ["a first name", "{{ data.name.first }} {{ data.name.last }}", `{ name: { first: ${text}; last: ${text} } }`],
  [
    "filters with variables",
    "{{ data.price | times: data.quantity | divided_by: 100.0 | round: 2 }} {{ data.text | truncate: data.most, data.end }}",
    `{ price: ${text}; quantity: ${text}; text: ${text}; most: ${text}; end: ${text} }`,
  ],
  ["dates", '{{ data.at | date: "%d %B %Y" }}{{ "now" | date: "%Y" }}', "{ at: string | number | Date }"],
  ["capitals", "{{ data.code | upcase }} {{ data.title | capitalize | escape }}", "{ code: string; title: string }"],
  ["a list in a sentence", '{{ data.names | join: ", " }}', `{ names: readonly (${text})[] }`],
  [
    "a list by its fields",
    '{{ data.items | where: "paid" | map: "name" | sort | join: ", " }}{{ data.lines | sum: "amount" }}',
    `{ items: readonly { paid?: unknown; name: ${text} }[]; lines: readonly { amount: ${text} }[] }`,
  ],
  ["JSON", "<script>{{ data.event | json }}</script>", "{ event: unknown }"],
  [
    "assign",
    "{% assign user = data.account.owner %}{{ user.name }}{% assign total = data.net | plus: data.tax %}{{ total }}",
    `{ account: { owner: { name: ${text} } }; net: ${text}; tax: ${text} }`,
  ],
  [
    "assign in a branch",
    "{% assign name = data.name %}{% if data.nick %}{% assign name = data.nick %}{% endif %}{{ name }}",
    `{ name: ${text}; nick?: ${text} ${maybe} }`,
  ],
  [
    "capture",
    "{% capture greeting %}Hi {{ data.name }}{% endcapture %}{{ greeting | upcase }}{{ greeting }}",
    `{ name: ${text} }`,
  ],
  [
    "whitespace control",
    "{%- for i in data.items -%}\n  {{- i.name -}}\n{%- endfor -%}",
    `{ items: readonly { name: ${text} }[] }`,
  ],
  [
    "raw and comments",
    "{% raw %}{{ data.no }}{% endraw %}{% comment %}{{ data.nor }}{% endcomment %}{% # data.this %}",
    "{}",
  ],
  [
    "a list of liquid lines",
    "{% liquid\n  assign a = data.first_line\n  if data.second\n    echo data.second\n  endif\n  echo a\n%}",
    `{ first_line: ${text}; second?: ${text} ${maybe} }`,
  ],
  [
    "keys that are only known when sending",
    "{{ data.labels[data.lang] }}",
    `{ labels: Readonly<Record<string, ${text}>>; lang: ${text} }`,
  ],
  [
    "counters and cycles",
    '{% for r in data.rows %}<tr class="{% cycle "odd", "even" %}">{{ r.id }}{% increment n %}</tr>{% endfor %}',
    `{ rows: readonly { id: ${text} }[] }`,
  ],
  [
    "an element by the number of the loop",
    "{% for n in (0..2) %}{{ data.images[n].src }}{% endfor %}",
    `{ images: readonly { src: ${text} }[] }`,
  ],
  [
    "a sorted list",
    '{% assign sorted = data.items | sort: "price" | reverse %}{% for i in sorted %}{{ i.name }}{% endfor %}',
    `{ items: readonly { price?: unknown; name: ${text} }[] }`,
  ],
  [
    "words of a text",
    '{% assign words = data.tags | split: "," %}{% for w in words %}{{ w }}{% endfor %}',
    "{ tags: string }",
  ],
  [
    "an expanded partial",
    '{% comment %} {% endcomment %}{% assign url = data.help_url %}<a href="{{ url }}">Help</a>',
    `{ help_url: ${text} }`,
  ],
  ["texts of its own", '{% assign x = "abc" %}{{ x.size }}{{ x.y.z }}{{ "a".size }}{{ ["data"].y }}', `{ y: ${text} }`],
  [
    "words by their numbers",
    '{% assign words = data.line | split: "," %}{{ words.first }}{{ words.size }}{{ words[0] }}',
    "{ line: string }",
  ],
  [
    "elements of a made list",
    '{% assign names = data.items | map: "name" %}{{ names[0] }}{{ names.last }}{{ data.lines | first }}',
    `{ items: readonly { name: ${text} }[]; lines: readonly (${text})[] }`,
  ],
  [
    "the size of a made list",
    '{% assign names = data.items | map: "name" %}{{ names.size }}{{ data.lines | sum }}',
    `{ items?: readonly { name?: unknown }[] ${maybe}; lines: readonly (${text})[] }`,
  ],
  [
    "lists that are joined",
    "{% assign all = data.a | concat: data.b | push: data.c %}{% for i in all %}{{ i.x }}{% endfor %}",
    `{ a: readonly { x: ${text} }[]; b: readonly { x: ${text} }[]; c?: unknown }`,
  ],
  [
    "a made list in one branch, one of the data in the other",
    '{% if data.a %}{% assign l = data.b | map: "x" %}{% else %}{% assign l = data.c %}{% endif %}{% for i in l %}{{ i }}{% endfor %}',
    `{ a?: unknown; b: readonly { x: ${text} }[]; c: readonly (${text})[] }`,
  ],
  [
    "a number of both branches as an index",
    "{% if data.a %}{% assign n = 1 %}{% else %}{% assign n = 2 %}{% endif %}{{ data.rows[n] }}",
    `{ a?: unknown; rows: readonly (${text})[] }`,
  ],
  [
    "a number of one branch as a key",
    "{% if data.a %}{% assign n = 1 %}{% else %}{% assign n = data.k %}{% endif %}{{ data.rows[n] }}",
    `{ a?: unknown; k: ${text}; rows: Readonly<Record<string, ${text}>> }`,
  ],
  ["an element by a number after a dot", "{{ data.rows.0.name }}", `{ rows: readonly { name: ${text} }[] }`],
  [
    "lists of lists, by numbers and in loops",
    "{% for r in data.rows %}{% for c in r %}{{ c.x }}{% endfor %}{% endfor %}{{ data.rows[0][1].y }}{{ data.rows.first[0].z }}",
    `{ rows: readonly (readonly { x: ${text}; y: ${text}; z: ${text} }[])[] }`,
  ],
  [
    "elements by keys that are only known when sending",
    "{{ data.rows[0][data.key] }}{{ data.rows[1][data.key] }}",
    `{ rows: readonly Readonly<Record<string, ${text}>>[]; key: ${text} }`,
  ],
  ["not", "{% if not data.x %}a{% else %}{{ data.x }}{% endif %}", `{ x?: ${text} ${maybe} }`],
  ["a condition without an operand", "{% if data.a == %}x{% endif %}{% if not %}y{% endif %}", "{ a?: unknown }"],
  ["a condition with a filter", "{% if data.name | upcase %}{{ data.name }}{% endif %}", "{ name: string }"],
  ["a comparison with an empty text", '{% if data.name != "" %}{{ data.name }}{% endif %}', "{ name: string }"],
  [
    "case with nil",
    '{% case data.x %}{% when nil, "a" %}{{ data.x }}{% endcase %}{% case data.y %}{% when "a" %}{{ data.y }}{% endcase %}',
    `{ x: string; y?: string ${maybe} }`,
  ],
  [
    "uses that no type fits",
    "{{ data.at | date }}{% if data.at == true %}{% endif %}",
    `{ at: ${text} | boolean | Date }`,
  ],
]

describe("the type of a template's data", () => {
  it.each(templates)("is derived from %s", (_about, template, type) => {
    expect(typeOf(template)).toBe(type)
  })

  it("combines what each part needs", () => {
    const { data, unknown } = readShape(
      ["Order {{ data.order }}", "{% if data.order %}{{ data.total }}{% endif %}"],
      [],
    )
    expect(onOneLine(typeText(data))).toBe(`{ order: ${text}; total: ${text} }`)
    expect(unknown).toEqual([])
  })

  it("reports names that neither the caller nor the service provides", () => {
    expect(
      readShape(["{% assign mine = 1 %}{{ mine }}{{ name }}{% for i in items %}{{ i }}{% endfor %}"], []).unknown,
    ).toEqual(["name", "items"])
  })
})

describe("samples", () => {
  const template =
    "{{ data.order }}{{ data.total }}{% if data.gift %}!{% endif %}{% for i in data.items %}{{ i.sku }}{% endfor %}"

  it("decide between several possible types", () => {
    const sample = { order: "1001", total: 12.5, gift: true, items: [{ sku: "a" }, { sku: 7 }], other: 1 }
    expect(typeOf(template, sample)).toBe(
      `{ order: string; total: number; gift?: boolean ${maybe}; items: readonly { sku: ${text} }[] }`,
    )
  })

  it("make nothing optional, and widen nothing", () => {
    expect(typeOf(template, { order: true }, {}, { order: null })).toBe(typeOf(template))
  })

  it.each([
    ["{{ data.x[data.i] }}", [{ x: { a: 1 } }], `{ x: Readonly<Record<string, number>>; i: ${text} }`],
    ['{% if data.tags contains "a" %}{% endif %}', [{ tags: "a" }], `{ tags?: string ${maybe} }`],
    ['{% if data.tags contains "a" %}{% endif %}', [{ tags: ["a"] }], `{ tags?: readonly string[] ${maybe} }`],
    [
      '{% if data.tags contains "a" %}{% endif %}',
      [{ tags: ["a"] }, { tags: "a" }],
      `{ tags?: string | readonly unknown[] ${maybe} }`,
    ],
    ["{{ data.a.size }}", [{ a: [1] }], "{ a: readonly number[] }"],
    ["{{ data.a.first }}", [{ a: { first: "x" } }], "{ a: { first: string } }"],
    ["{% if data.a %}{% endif %}", [{ a: {} }], "{ a?: unknown }"],
  ])("narrow the type of %s by %j", (template, samples, type) => {
    expect(typeOf(template, ...samples)).toBe(type)
  })

  it("distinguish a list from an object if the template does not", () => {
    expect(typeOf("{{ data.items.first.name }}", { items: [{ name: "Tea" }] })).toBe(
      "{ items: readonly { name: string }[] }",
    )
  })
})

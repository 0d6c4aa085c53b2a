import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Files by their path below a folder. */
export type Files = Readonly<Record<string, string>>

/** Writes files, and creates their folders. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Three templates with a partial; the lock file has one of them at two services. */
export const shopTemplates: Files = {
  "templates/receipt/template.yaml": `name: Receipt
subject: "Your receipt {{ data.order }}"
samples:
  tea: { data: { order: "1001", items: [{ name: Tea, price: "4.00" }] } }
`,
  "templates/receipt/body.html.liquid": `<h1>Thank you{% if data.name %}, {{ data.name }}{% endif %}</h1>
<table>{% for item in data.items %}<tr><td>{{ item.name }}<td>{{ item.price }}{% endfor %}</table>
{% render 'footer' %}
`,
  "templates/receipt/body.txt.liquid": "{% for item in data.items %}{{ item.name }} {{ item.price }}\n{% endfor %}",
  "templates/partials/footer.html.liquid": `<p><a href="{{ data.help_url }}">Help</a></p>`,
  "templates/password-reset/template.yaml": "name: Password reset\nsubject: Your password\n",
  "templates/password-reset/body.txt.liquid": "Hi {{ contact.first_name }}, your code is {{ data.code | upcase }}.\n",
  "templates/welcome/template.yaml": "name: Welcome */ all\n",
  "templates/welcome/body.txt.liquid": "Welcome.\n",
  "templates/templates.lock.json": JSON.stringify({
    "https://staging.example.test/v1": { "(default)": { receipt: { id: 12, version: 1, base: "a" } } },
    "https://api.example.test": {
      "acme-se": { receipt: { id: 9, version: 1, base: "a" } },
      "(default)": { receipt: { id: 7, version: 3, base: "b" }, welcome: { id: 8, version: 1, base: "c" } },
    },
  }),
}

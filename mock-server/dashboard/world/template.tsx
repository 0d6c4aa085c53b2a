import { useState } from "preact/hooks"
import type { TableRow } from "../../control/tables.ts"
import { TextField } from "../app/fields.tsx"
import { DetailList } from "../app/parts.tsx"
import { route } from "../app/route.ts"
import { Mail } from "../messages/content.tsx"

/** A sample for each variable of a template: `data.order` is "order". */
function samplesOf(variables: unknown): string {
  const samples: Record<string, string> = {}
  for (const name of Array.isArray(variables) ? variables : []) {
    const [, word] = /^data\.([\w-]+)/.exec(String(name)) ?? []
    if (word !== undefined) samples[word] = word.replaceAll("_", " ")
  }
  return JSON.stringify(samples)
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined)

/** A template as its recipient sees it, filled with samples. */
export function TemplatePreview({ row }: { readonly row: TableRow }) {
  const { id, subject, preheader, from_email, version, variables } = row
  const [to, setTo] = useState("ada@example.test")
  const [data, setData] = useState(samplesOf(variables))
  return (
    <>
      <DetailList facts={{ Subject: textOf(subject), Preheader: textOf(preheader), From: textOf(from_email) }} />
      <div class="form">
        <TextField label="Filled for the contact" value={to} set={setTo} />
        <TextField label="Samples, as JSON" value={data} set={setData} />
      </div>
      <Mail
        address={`templates/${id}/html`}
        parameters={{ to, data }}
        version={`${version} ${to} ${data}`}
        query={route.value.query}
      />
    </>
  )
}

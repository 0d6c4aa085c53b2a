import type { Printer, Put } from "./output.ts"
import { safeJson } from "./safe-text.ts"

/** JSON: one value, or an array that stays valid if it ends early. */
export function jsonPrinter({ print }: { readonly print: Put }): Printer {
  const write = (json: string) => print(safeJson(json))
  const text = (value: unknown) => JSON.stringify(value ?? null, null, 2)
  return {
    record: (value) => write(`${text(value)}\n`),
    async rows(rows) {
      let isOpen = false
      try {
        for await (const row of rows) {
          await write(`${isOpen ? ",\n" : "[\n"}${text(row).replace(/^/gm, "  ")}`)
          isOpen = true
        }
        if (!isOpen) await write("[]\n")
      } finally {
        if (isOpen) await write("\n]\n")
      }
    },
  }
}

export function ndjsonPrinter({ print }: { readonly print: Put }): Printer {
  const line = (value: unknown) => print(safeJson(`${JSON.stringify(value ?? null)}\n`))
  return {
    record: line,
    async rows(rows) {
      for await (const row of rows) await line(row)
    },
  }
}

import { wrapNote } from "./note.ts"
import type { Screen, Style } from "./output.ts"

export interface CheckLine {
  /** Its name in JSON. */
  readonly name: string
  readonly outcome: "held" | "failed" | "unknown"
  readonly says: string
  /** The difference, or why the result is unknown. */
  readonly found?: string | undefined
  /** How to fix a failure. */
  readonly wayOut?: string | undefined
}

export const checkColumns = ["name", "outcome", "says", "found"]

const marks: Readonly<Record<CheckLine["outcome"], readonly [mark: string, style: Style]>> = {
  held: ["✔", "green"],
  failed: ["✘", "red"],
  unknown: ["?", "yellow"],
}

export function drawCheckLines(lines: readonly CheckLine[], screen: Screen): string {
  return lines
    .flatMap(({ outcome, says, found, wayOut }) => {
      const [mark, style] = marks[outcome]
      const more = [found, outcome === "failed" ? wayOut : undefined].filter((text) => text !== undefined)
      return [`${screen.paint(style, mark)} ${says}`, ...more.map((text) => `  → ${screen.safe(text)}`)].map((line) =>
        wrapNote(line, screen, line.startsWith("  ") ? 4 : 2),
      )
    })
    .join("\n")
}

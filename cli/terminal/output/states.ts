import type { Style } from "./output.ts"

/** The display of a state: a symbol, for readers without colours, and a style. */
interface Tone {
  readonly sign: string
  readonly style: Style
}

/** The meaning of a state: good, waiting, in progress, bad, or over. */
export const tones = {
  good: { sign: "✔", style: "green" },
  waiting: { sign: "○", style: "yellow" },
  going: { sign: "◐", style: "cyan" },
  bad: { sign: "✘", style: "red" },
  over: { sign: "·", style: "dim" },
} as const satisfies Readonly<Record<string, Tone>>

const states: Readonly<Record<keyof typeof tones, string>> = {
  good: "ok known active sent delivered complete completed committed credited accepted allowed live deliverable billable",
  waiting:
    "pending queued draft scheduled preparing awaiting_owner payment_required requested checkout_created needs_funding quoted deferred held paused risky warning idle",
  going: "processing executing partially_committed pacing",
  bad: "failed failing disabled denied payment_issue problem undeliverable",
  over: "ended revoked released expired cancelled archived unknown not_billable unlinked",
}

const toneByState: ReadonlyMap<string, Tone> = new Map(
  Object.entries(states).flatMap(([tone, words]) =>
    words.split(" ").map((word): [string, Tone] => [word, tones[tone as keyof typeof tones]]),
  ),
)

const stateField = /(^|[._])(status|state|verdict|result)$/

export function toneOf(field: string, value: unknown): Tone | undefined {
  if (!stateField.test(field)) return undefined
  if (typeof value === "number") return value >= 100 && value < 600 ? (value < 400 ? tones.good : tones.bad) : undefined
  return typeof value === "string" ? toneByState.get(value) : undefined
}

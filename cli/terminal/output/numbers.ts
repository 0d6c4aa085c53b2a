const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** A share from 0 to 1 as a bar, `columns` wide. */
export function barOf(share: number, columns: number): string {
  const parts = Math.round(Math.min(1, Math.max(0, share)) * columns * 8)
  const text = "█".repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? "")
  return text.padEnd(columns, "░")
}

/** Formats a number, or its digits: `12,345`. */
export function countText(count: number | string): string {
  const [integer = "", fraction] = String(count).split(".")
  const grouped = integer.replaceAll(/\B(?=(\d{3}){1,7}$)/g, ",")
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

const mostNamed = 10

/** The first texts, and the number of the others: `a, b, and 12 more`. */
export function firstNamed(texts: readonly string[]): string {
  const more = texts.length > mostNamed ? `, and ${countText(texts.length - mostNamed)} more` : ""
  return texts.slice(0, mostNamed).join(", ") + more
}

export const spanUnits = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
] as const

/** Formats milliseconds in their two largest units: `2 h 5 min`, `40 s`, `120 ms`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`
  let rest = Math.round(milliseconds / 1_000) * 1_000
  const largest = spanUnits.findIndex(([, size]) => rest >= size)
  const parts = spanUnits.slice(largest, largest + 2).map(([unit, size]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return count > 0 ? `${countText(count)} ${unit}` : ""
  })
  return parts.join(" ").trimEnd()
}

/** Formats an amount of money: `12.50 USD`. A price may be a fraction of a cent, and the currency may be unknown. */
export function moneyText(cents: number, currency = ""): string {
  const [integer = "", part = ""] = countText(Number((cents / 100).toFixed(4))).split(".")
  return `${integer}.${part.padEnd(2, "0")} ${currency.toUpperCase()}`.trim()
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a text such as `30s`, `5m`, `2h`, `3d`, `250ms`, or plain milliseconds; undefined for other texts. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = "ms"] = /^(\d+(?:\.\d+)?) ?(ms|[smhd])?$/.exec(text.trim()) ?? []
  const ms = Math.round(Number(number) * (units[unit] ?? Number.NaN))
  return Number.isSafeInteger(ms) ? ms : undefined
}

/** Consent to e-mail, as a cell states it; undefined when the cell is empty or states neither. */
export type Consent = "yes" | "no" | "neither" | "unknown"

const list = (text: string): readonly string[] => text.split(",").map((word) => word.trim())

const words: Readonly<Record<"yes" | "no" | "neither", readonly string[]>> = {
  yes: list(`
    yes, y, true, t, 1, on, ok, ja, oui, si, sí, x, subscribed, subscriber, active, opted in, optin, opt in, in,
    confirmed, double opt in, marketing, granted, consented, enabled, verified
  `),
  no: list(`
    no, n, false, f, 0, off, nein, non, unsubscribed, opted out, optout, opt out, out, cleaned, clean, inactive,
    disabled, bounced, bounce, hard bounce, hard bounced, soft bounced, undeliverable, invalid, complained, complaint,
    abuse, spam, spam complaint, marked as spam, blocked, blocklisted, blacklisted, suppressed, deleted, archived,
    removed, withdrawn, revoked, denied, declined, cancelled, canceled
  `),
  neither: [
    "",
    ...list(`
    never subscribed, non subscribed, not subscribed, nonsubscribed, transactional, pending, unconfirmed, waiting,
    redacted, unknown, none, null, n/a, na, not specified, -
  `),
  ],
}

const meanings = new Map<string, Consent>(
  (["yes", "no", "neither"] as const).flatMap((meaning) => words[meaning].map((word) => [word, meaning] as const)),
)

/** Reads a status such as `SUBSCRIBED`, `Opted-out` or `never_subscribed`, in any case and with any separator. */
export function consentOf(text: string): Consent {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, " ")
  return meanings.get(word) ?? meanings.get(text.trim().toLowerCase()) ?? "unknown"
}

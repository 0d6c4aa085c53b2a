/** A mail as it would be delivered. */
interface Sample {
  readonly line: number
  readonly html: string | null
  readonly text: string | null
}

interface WordedSample extends Sample {
  readonly words: ReadonlySet<string>
}

const sampleCount = 5

/** Keeps the mails of a file that differ most, by their words. */
export class SampleMails {
  #kept: WordedSample[] = []

  /** Adds a mail; beyond five, the one goes that is most like another, and of several the newest. */
  add(line: number, mail: { readonly subject: string | null } & Omit<Sample, "line">): void {
    const { subject, html, text } = mail
    const words = new Set(`${subject ?? ""} ${html ?? text ?? ""}`.toLowerCase().match(/[\p{L}\p{N}@.]+/gu))
    const all = [...this.#kept, { line, html, text, words }]
    if (all.length > sampleCount) all.splice(mostLikeAnother(all), 1)
    this.#kept = all
  }

  /** In the order of their lines. */
  list(): readonly Sample[] {
    return this.#kept
  }
}

function mostLikeAnother(samples: readonly WordedSample[]): number {
  const nearest = samples.map((one) =>
    Math.min(...samples.filter((other) => other !== one).map((other) => distance(one, other))),
  )
  return nearest.lastIndexOf(Math.min(...nearest))
}

/** The share of words that only one of two mails has. */
function distance({ words: a }: WordedSample, { words: b }: WordedSample): number {
  let common = 0
  for (const word of a) if (b.has(word)) common++
  const all = a.size + b.size - common
  return all === 0 ? 0 : 1 - common / all
}

import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Io } from "../io.ts"
import { barOf, countText, durationText } from "./numbers.ts"
import type { Screen } from "./output.ts"
import { cursor, drawnText, joined, safeLine } from "./safe-text.ts"
import { truncate } from "./width.ts"

export interface Step {
  /** Items done so far; undefined when they cannot be counted. */
  readonly done?: number | undefined
  readonly total?: number | undefined
  /** Fraction done, from 0 to 1, when it does not follow from the counts. */
  readonly share?: number | undefined
  /** The counted items, in the plural: `rows`. */
  readonly unit?: string | undefined
  /** Such as a status. */
  readonly note?: string | undefined
  /** A further count, such as `12 refused`. */
  readonly more?: string | undefined
}

/** Shows progress on stderr: a bar with rate and time left on a terminal, plain lines elsewhere. */
export interface Progress {
  update(step: Step): void
  /** Ends the display, with a last line of count and rate if `text` is given. Must be called even when the work fails. */
  end(text?: string): void
}

/** Milliseconds between updates: redrawing is cheap for the reader, a new line is not. */
const pauses = { redraw: 80, print: 2_000 }

export function createProgress(io: Io, label: string, screen: Screen): Progress {
  // Redrawing needs escape sequences.
  const name = safeLine(label)
  const progress = io.stderr.isTTY && !screen.plain ? bar(io, name, screen) : lines(io, name)
  return {
    update: ({ note, more, ...step }) =>
      progress.update({ ...step, ...defined({ note: note && safeLine(note), more: more && safeLine(more) }) }),
    end: (text) => progress.end(text && safeLine(text)),
  }
}

function bar(io: Io, label: string, screen: Screen): Progress {
  const started = io.now()
  let drawn = Number.NEGATIVE_INFINITY
  let first: Step | undefined
  let last: Step = {}
  let isHidden = false
  const leave = () => {
    if (isHidden) io.stderr.write(cursor.show)
    isHidden = false
  }
  // After the shell has printed, the bar continues below.
  const release = io.job?.hold({ leave, back() {} })
  return {
    update(step) {
      // Redrawing the line would erase what the user types at the shell's prompt.
      if (io.job?.isInBackground()) return
      first ??= step
      last = step
      const now = io.now()
      const isLast = (shareOf(step) ?? 0) >= 1
      if (now - drawn < pauses.redraw && !isLast) return
      drawn = now
      const text = barLine(label, step, paceOf(step, first, now - started), screen)
      io.stderr.write(joined(...(isHidden ? [] : [cursor.hide]), cursor.clearLine, drawnText(text)))
      isHidden = true
    },
    end(text) {
      release?.()
      io.stderr.write(
        joined(
          ...(isHidden ? [cursor.clearLine, cursor.show] : []),
          drawnText(text === undefined ? "" : `${text}${sumOf(last, first, io.now() - started)}\n`),
        ),
      )
    },
  }
}

function lines(io: Io, label: string): Progress {
  const started = io.now()
  let printed = Number.NEGATIVE_INFINITY
  let lastNote: string | undefined
  let first: Step | undefined
  let last: Step = {}
  return {
    update(step) {
      first ??= step
      last = step
      const now = io.now()
      if (now - printed < pauses.print && step.note === lastNote) return
      printed = now
      lastNote = step.note
      io.stderr.write(drawnText(`${[label, ...factsOf(step, paceOf(step, first, now - started))].join(", ")}\n`))
    },
    end(text) {
      if (text !== undefined) io.stderr.write(drawnText(`${text}${sumOf(last, first, io.now() - started)}\n`))
    },
  }
}

interface Pace {
  /** Elapsed milliseconds. */
  readonly elapsed: number
  /** Items per second; undefined while unknown. */
  readonly rate: number | undefined
  /** Milliseconds left. */
  readonly remaining: number | undefined
}

function shareOf({ done = 0, total, share }: Step): number | undefined {
  return share ?? (total ? Math.min(1, done / total) : undefined)
}

function paceOf(step: Step, first: Step, elapsed: number): Pace {
  const [done, before] = [step.done ?? 0, first.done ?? 0]
  if (elapsed < 500 || done <= before) return { elapsed, rate: undefined, remaining: undefined }
  const share = shareOf(step)
  const shareSince = (share ?? 0) - (shareOf(first) ?? 0)
  const remaining = share !== undefined && shareSince > 0 ? (elapsed * (1 - share)) / shareSince : undefined
  return { elapsed, rate: ((done - before) * 1000) / elapsed, remaining }
}

function factsOf({ done, total, unit, note, more }: Step, { elapsed, rate, remaining }: Pace): string[] {
  const facts: string[] = []
  if (done !== undefined) facts.push(withUnit(total === undefined ? [done] : [done, total], unit))
  if (note !== undefined) facts.push(note)
  if (more !== undefined) facts.push(more)
  if (done === undefined && elapsed >= 1_000) facts.push(durationText(elapsed))
  if (rate !== undefined) facts.push(rateText(rate, unit))
  if (remaining !== undefined && remaining > 0) facts.push(`${durationText(remaining)} left`)
  return facts
}

/** `12 rows`, `1 of 12 rows`. */
function withUnit(counts: readonly number[], unit: string | undefined): string {
  const unitName = unit !== undefined && counts.at(-1) === 1 ? unit.replace(/s$/, "") : unit
  return [counts.map(countText).join(" of "), unitName].filter((part) => part !== undefined).join(" ")
}

const rateText = (rate: number, unit: string | undefined) =>
  `${countText(rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate))}${unit === undefined ? "" : ` ${unit}`}/s`

/** The total and the rate, for the last line. */
function sumOf({ done, unit }: Step, first: Step | undefined, elapsed: number): string {
  if (done === undefined || unit === undefined) return ""
  const { rate } = paceOf({ done }, first ?? {}, elapsed)
  return `, ${[withUnit([done], unit), ...(rate === undefined ? [] : [rateText(rate, unit)])].join(", ")}`
}

function barLine(label: string, step: Step, pace: Pace, screen: Screen): string {
  const facts = factsOf(step, pace).join("  ")
  const share = shareOf(step)
  if (share === undefined) return clip(`${label}  ${facts}`, screen)
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  const room = screen.columns - screen.width(`${label}    ${percent}  ${facts}`) - 1
  if (room < 8) return clip(`${label} ${percent}  ${facts}`, screen)
  return `${label}  ${screen.paint("cyan", barOf(share, Math.min(room, 24)))} ${percent}  ${screen.paint("dim", facts)}`
}

/** A wrapped line could not be cleared. */
function clip(text: string, screen: Screen): string {
  return truncate(text, Math.max(1, screen.columns - 1))
}

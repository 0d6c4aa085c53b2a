import type { ConsentCounts } from "../../../sdk/files/contacts-csv/index.ts"
import { countText, firstNamed } from "../../terminal/output/numbers.ts"
import type { Screen } from "../../terminal/output/output.ts"

const totalOf = (causes: ReadonlyMap<string, number>) => [...causes.values()].reduce((sum, count) => sum + count, 0)

/** `1,204 agreed (column Opt-in), 311 left (Unsubscribed 250, Bounced 61), 40 unknown: not opted in`. */
export function consentText({ agreed, left: departures, unknown, unstated }: ConsentCounts, { safe }: Screen): string {
  const columnText = (cause: string) => (cause === "optIn" ? "--opt-in" : `column ${safe(cause)}`)
  const [only, ...others] = agreed.keys()
  const by =
    only !== undefined && others.length === 0
      ? ` (${columnText(only)})`
      : list([...agreed].map(([cause, count]) => `${columnText(cause)} ${countText(count)}`))
  const texts = [
    `${countText(totalOf(agreed))} agreed${by}`,
    `${countText(totalOf(departures))} left${list([...departures].map(([cause, count]) => `${safe(cause)} ${countText(count)}`))}`,
    ...(unstated > 0 ? [`${countText(unstated)} not stated: not opted in`] : []),
    ...(unknown.size > 0 ? [`${countText(totalOf(unknown))} unknown: not opted in`] : []),
  ]
  return texts.join(", ")
}

const list = (texts: readonly string[]) => (texts.length === 0 ? "" : ` (${texts.join(", ")})`)

/** The values that no list knows, with their number; undefined if there are none. */
export function unknownText({ unknown }: ConsentCounts, { safe }: Screen): string | undefined {
  if (unknown.size === 0) return undefined
  const values = [...unknown].map(([value, count]) => `${JSON.stringify(safe(value))} ${countText(count)}`)
  return `Unknown values: ${firstNamed(values)}. If one means that they agreed: --map "COLUMN=opt_in:VALUE". If the column is not about consent: --map "COLUMN=data"`
}

/** The same numbers for programs. */
export const consentFacts = ({ agreed, left: departures, unknown, unstated }: ConsentCounts) => ({
  agreed: totalOf(agreed),
  agreed_by: Object.fromEntries([...agreed].map(([cause, count]) => [cause === "optIn" ? "--opt-in" : cause, count])),
  left: totalOf(departures),
  left_by: Object.fromEntries(departures),
  unknown: totalOf(unknown),
  unknown_values: Object.fromEntries(unknown),
  not_stated: unstated,
})

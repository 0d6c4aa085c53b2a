interface Filtered {
  /** The filter in the template's text, and its arguments. */
  readonly token: { readonly input: string; readonly begin: number; readonly args: readonly object[] }
}

/** Arithmetic as Liquid documents it. JavaScript has one kind of number, so integers are recognized by their notation. */
export const numberFilters = {
  /** Dividing integers rounds down; a divisor with a decimal point keeps the fraction. */
  divided_by(this: Filtered, value: unknown, by: unknown): number {
    const [dividend, divisor] = [numberOf(value), numberOf(by)]
    if (divisor === 0) throw new RangeError("divided by 0")
    const quotient = dividend / divisor
    const isFraction = hasFraction(value) || hasFraction(by) || isWrittenWithPoint(this.token)
    return isFraction ? quotient : Math.floor(quotient)
  },
  modulo(this: Filtered, value: unknown, by: unknown): number {
    const [dividend, divisor] = [numberOf(value), numberOf(by)]
    if (divisor === 0) throw new RangeError("divided by 0")
    return exact(dividend - divisor * Math.floor(dividend / divisor))
  },
  plus: (value: unknown, by: unknown): number => exact(numberOf(value) + numberOf(by)),
  minus: (value: unknown, by: unknown): number => exact(numberOf(value) - numberOf(by)),
  times: (value: unknown, by: unknown): number => exact(numberOf(value) * numberOf(by)),
}

/** Liquid uses decimal arithmetic: 0.1 plus 0.2 is 0.3. */
const exact = (result: number) => (Number.isInteger(result) ? result : Number(result.toPrecision(15)))

/** A number, or the one at the beginning of a text; otherwise 0. */
function numberOf(value: unknown): number {
  if (typeof value === "number") return value
  const text = typeof value === "string" ? value : String(value ?? "")
  return Number(/^\s*([-+]?\d+(?:\.\d+)?)/.exec(text)?.[1] ?? 0)
}

const hasFraction = (value: unknown): boolean =>
  typeof value === "number" ? !Number.isInteger(value) : /^\s*[-+]?\d+\.\d/.test(String(value ?? ""))

/** True when the filter's number, or the one right before it, has a decimal point, as in `10 | divided_by: 4.0`. */
function isWrittenWithPoint({ input, begin, args }: Filtered["token"]): boolean {
  const [by] = args
  const ownText = by !== undefined && "getText" in by && typeof by.getText === "function" ? String(by.getText()) : ""
  return (
    /^-?\d+\.\d+$/.test(ownText) || /(?:^|[\s:,])-?\d+\.\d+\s*\|\s*$/.test(input.slice(Math.max(0, begin - 40), begin))
  )
}

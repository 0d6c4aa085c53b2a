/** What a name must be that stands in the path of a control call. */
export const pathName = {
  type: "string",
  minLength: 1,
  pattern: "^(?!\\.{1,2}$)",
  patternText: "cannot be . or ..: no path leads there",
} as const

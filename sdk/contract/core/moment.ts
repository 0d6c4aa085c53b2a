const momentText = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/

/** Whether text is a moment in ISO 8601, of a day that there is: JavaScript takes 30 February for 2 March. */
export function isMoment(text: string): boolean {
  const day = text.slice(0, 10)
  const start = new Date(`${day}T00:00:00Z`)
  if (!momentText.test(text) || Number.isNaN(Date.parse(text))) return false
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day)
}

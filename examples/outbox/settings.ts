/** What workers are told by the environment; the client itself reads MAS_BASE_URL and MAS_API_KEY. */
export const settings = {
  databaseUrl: needed("DATABASE_URL"),
  /** Requests a second, of all workers together. */
  perSecond: number("SENDS_PER_SECOND", 50),
  /** Jobs at a time in this process. */
  concurrency: number("CONCURRENCY", 10),
  /** Seconds after which a pause is over, whatever the service said. */
  longestPause: number("LONGEST_PAUSE", 900) * 1_000,
  /** Seconds after which the jobs of a worker that died are taken over. */
  takeOver: number("TAKE_OVER", 30) * 1_000,
  /** Seconds after which a receipt that has no result is handed to the queue again. */
  lease: number("LEASE", 300) * 1_000,
}

export function needed(name: string): string {
  const value = process.env[name]
  if (value === undefined || value === "") throw new Error(`${name} is missing in the environment`)
  return value
}

function number(name: string, usual: number): number {
  const value = Number(process.env[name] ?? usual)
  if (!(value > 0)) throw new Error(`${name} must be a number above 0`)
  return value
}

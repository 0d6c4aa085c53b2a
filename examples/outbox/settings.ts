/** The workers' settings from the environment; the client itself reads MAS_BASE_URL and MAS_API_KEY. */
export const settings = {
  databaseUrl: needed("DATABASE_URL"),
  /** Requests a second, for all workers together. */
  perSecond: number("SENDS_PER_SECOND", 50),
  /** Concurrent jobs in this process. */
  concurrency: number("CONCURRENCY", 10),
  /** Maximum seconds of a pause, even if the service asks for more. */
  longestPause: number("LONGEST_PAUSE", 900) * 1_000,
  /** Seconds after which a dead worker's jobs are taken over. */
  takeOver: number("TAKE_OVER", 30) * 1_000,
  /** Seconds after which a receipt without a result is queued again. */
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

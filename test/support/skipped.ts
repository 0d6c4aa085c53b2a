/** Why tests are skipped, for their title. */
export const skipped = (reason: string | undefined): string => (reason === undefined ? "" : ` (skipped: ${reason})`)

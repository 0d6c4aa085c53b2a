/** The exit codes of all commands, described by `exitCodeMeanings`. Stable: scripts depend on them. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  credentials: 3,
  notFound: 4,
  conflict: 5,
  validation: 6,
  rateLimited: 7,
  network: 8,
  partly: 9,
  nothing: 10,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The table of `mas help exit-codes`. */
export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: "done",
  1: "failed, also where a file cannot be written",
  2: "wrong usage: unknown command or flag, missing flag, unreadable file, a question that cannot be asked",
  3: "credentials missing, not accepted or not enough (401, 403)",
  4: "not found (404)",
  5: "conflict (409)",
  6: "a value was refused: by the rules of its flag or field, or by the service (400, 413, 422)",
  7: "rate limited, or the sending capacity is used up (429); or the ceiling of MAS_MAX_SENDS is reached, or sending is stopped",
  8: "no response: network or timeout",
  9: "done in part: some rows, addresses or messages were refused, or messages wait too long",
  10: "nothing was there: an empty file or folder, nobody in an audience, no endpoint to check, no event to catch up on; or what was waited for did not come",
  129: "ended by SIGHUP",
  130: "interrupted",
  143: "ended by SIGTERM",
}

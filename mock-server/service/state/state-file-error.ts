/** The state file cannot be used. It was not changed. */
export class StateFileError extends Error {
  static override readonly name = "StateFileError"
  /** `StateFileError`. */
  override readonly name = StateFileError.name
}

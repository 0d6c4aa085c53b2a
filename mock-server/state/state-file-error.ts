/** The file of a state cannot be used. It has been left as it was. */
export class StateFileError extends Error {
  static override readonly name = "StateFileError"
  /** `StateFileError`. */
  override readonly name = StateFileError.name
}

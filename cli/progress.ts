/** How far work is. */
export interface Step {
  /** Done so far, in whatever is counted. */
  readonly done: number
  /** Undefined when it is not known. */
  readonly total?: number | undefined
  /** For example a status. */
  readonly note?: string | undefined
}

/** Shows on stderr how work goes on: a bar with rate and time left on a terminal, plain lines elsewhere. */
export interface Progress {
  update(step: Step): void
  /** Ends the display, with a last line where one is given. Must be called, also when the work fails. */
  end(text?: string): void
}

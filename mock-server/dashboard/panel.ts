/** One of the lists that the page shows. */
export interface Panel {
  readonly name: string
  readonly title: string
  /** The control call that answers its rows. */
  readonly path: string
  /** Stands above the rows, and stays when they change. */
  readonly head?: Node
  /** What is shown where there are no rows. */
  readonly empty: string
  /** The rows, from the parsed answer. */
  rows(answer: unknown): readonly Node[]
}

/** A panel over an array of the control interface, whose documentation says what its items are; the newest stands first. */
export const listPanel = <T>(panel: Omit<Panel, "rows">, row: (item: T) => Node): Panel => ({
  ...panel,
  rows: (answer) => (Array.isArray(answer) ? answer.map((item: T) => row(item)).reverse() : []),
})

/** Does something, and shows what comes of it; set by the page. */
export type Act = (work: () => Promise<unknown>) => Promise<void>

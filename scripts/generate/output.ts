/** A generated file: where it is, from the folder of package.json, and what it must hold. */
export interface Output {
  readonly path: string
  readonly render: () => string | Promise<string>
  /** True where the sources import it: nothing can be made of them, or tried, while it is stale. */
  readonly imported?: true
}

export interface ImportState {
  parts: number
  /** The rows that were read when the last of the parts ended: with the first row of the next part. */
  rows: number
  /** The bytes of the parts. */
  bytes: number
  imported: number
  readonly imports: number[]
  /** The `id` of the file that lists the refused rows. */
  refusedFile?: string | undefined
  /** Whom --opt-in left as they are. */
  leftAlone: readonly string[]
  readonly refusedRows: (readonly [cells: readonly string[], problem: string])[]
}

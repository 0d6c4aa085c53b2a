/** Splits CSV lines into files: each begins with the header and stays within the service's limit. */
export class Cutter {
  private held: string | undefined

  constructor(
    private readonly lines: AsyncIterator<string>,
    private readonly header: string,
    private readonly most: { readonly bytes: number; readonly rows: number },
  ) {}

  /** Whether there is a line for another part. */
  async hasMore(): Promise<boolean> {
    this.held ??= await this.nextLine()
    return this.held !== undefined
  }

  /** The bytes of the next part, in chunks. */
  async *part(): AsyncGenerator<Uint8Array> {
    let bytes = Buffer.byteLength(this.header)
    let rows = 0
    let text = this.header
    while (await this.hasMore()) {
      const line = this.held ?? ""
      bytes += Buffer.byteLength(line)
      rows++
      // A part has at least one row, however long: the service then reports the problem.
      if (rows > 1 && (bytes > this.most.bytes || rows > this.most.rows)) break
      this.held = undefined
      text += line
      if (text.length >= chunkLength) {
        yield Buffer.from(text)
        text = ""
      }
    }
    if (text !== "") yield Buffer.from(text)
  }

  private async nextLine(): Promise<string | undefined> {
    const { done, value } = await this.lines.next()
    return done ? undefined : value
  }
}

const chunkLength = 64 * 1024

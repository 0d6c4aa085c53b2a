/** Writes a download to a file. The code loads with the first download: most programs save none. */
export async function save(source: AsyncIterable<Uint8Array>, target: string, filename: string): Promise<string> {
  const paths = await import("./paths.ts")
  return paths.save(source, target, filename)
}

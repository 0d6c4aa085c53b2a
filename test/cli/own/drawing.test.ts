import { describe, expect, it } from "vitest"
import { RedrawnTerminal } from "../../../cli/terminal/ask/redrawn-terminal.ts"

/** What a terminal redraws after these chunks. */
function again(...chunks: readonly string[]): string {
  const written: string[] = []
  const drawing = new RedrawnTerminal({ write: (chunk) => written.push(String(chunk)) > 0, once: () => {} })
  for (const chunk of chunks) drawing.write(chunk)
  drawing.drawAgain()
  return written.at(-1) ?? ""
}

describe("a redraw", () => {
  it("starts at the beginning of a line, and erases nothing above it", () => {
    expect(
      again("\u001b[2K\u001b[G? Name: A", "\u001b[2K\u001b[1A\u001b[2K\u001b[G\u001b[34m?\u001b[39m Name: Ab"),
    ).toBe("\r\u001b[J\u001b[34m?\u001b[39m Name: Ab")
  })

  it("keeps the cursor position", () => {
    expect(again("? Name: Ab", "\u001b[9G", "\u001b[10G")).toBe("\r\u001b[J? Name: Ab\u001b[9G\u001b[10G")
  })
})

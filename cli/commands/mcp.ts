import { version } from "../../sdk/base/version.ts"
import type { Context } from "../connection/context.ts"
import { isOn } from "../line/flag-values.ts"
import { Catalog } from "../mcp/catalog.ts"
import { MockCommands } from "../mcp/mock.ts"
import { toolCalls } from "../mcp/tool-calls.ts"
import { allTools, instructionsFor } from "../mcp/tools.ts"
import { refusedValue } from "../terminal/errors/cli-error.ts"

/** A separate file: next to this one in dist and in the sources. */
const protocol = import.meta.url.endsWith(".ts") ? "../mcp/protocol.ts" : "./mcp.cjs"

/** `mas mcp`: serves tools on stdin and stdout until the client disconnects. */
export async function run(context: Context): Promise<void> {
  const { flags, io, program } = context
  if (flags["hold-for"] === 0)
    throw refusedValue("--hold-for", "must be more than 0: every call would have expired at once")
  const isReadOnly = isOn(flags, "read-only")
  const catalog = new Catalog(program.tables, isReadOnly)
  const mock = new MockCommands(context, catalog)
  const { serve }: typeof import("../mcp/protocol.ts") = await import(protocol)
  if (io.stdin.isTTY)
    context.note("Speaking the Model Context Protocol: a client should start this command. Ctrl-C ends it.")
  const tools = allTools(isReadOnly)
  const toolbox = {
    name: "mas",
    version,
    instructions: instructionsFor(isReadOnly),
    tools,
    call: toolCalls({ context, catalog, mock, tools }),
  }
  await serve(toolbox, io)
  await mock.close()
}

import type { Context } from "../../connection/context.ts"
import { storeAt } from "../../connection/request/ceiling.ts"
import { textOf } from "../../line/flag-values.ts"
import { CliError, reasonOf } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

type Store = ReturnType<typeof storeAt>

/** Changes whether sending is stopped, unless it is a dry run, and prints it. */
export async function showSending(context: Context, change?: (store: Store) => Promise<void>): Promise<void> {
  if (change && context.globals["dry-run"]) return context.note("Nothing was changed: this is a dry run.")
  const { flags, io, output, redactor } = context
  const address = textOf(flags, "store") ?? io.env.MAS_CEILING_STORE
  if (address) redactor.add(address)
  const store = storeAt(io, address || undefined)
  try {
    await change?.(store)
    const stop = await store.stopped()
    const since = stop && new Date(stop.since).toISOString()
    await output.record({ stopped: stop !== undefined, since, reason: stop?.reason, shared_by: store.sharedBy })
  } catch (error) {
    io.signal.throwIfAborted()
    throw new CliError(`The store cannot be reached: ${reasonOf(error)}`, exitCodes.network, {
      hint: "Give its address with --store or MAS_CEILING_STORE: postgres://…, redis://…, or a file.",
      cause: error,
    })
  }
}

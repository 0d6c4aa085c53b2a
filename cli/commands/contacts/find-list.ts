import type { List } from "../../../sdk/contract/lists.ts"
import type { Context } from "../../connection/context.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** Finds a list by its id or name, ignoring case. */
export async function findList(context: Context, reference: string): Promise<List> {
  const client = await context.client()
  const lists = await client.lists.list({ limit: 100 }).toArray()
  const byId = lists.find(({ id }) => String(id) === reference)
  const namesakes = lists.filter(({ name }) => plain(name) === plain(reference))
  const [list, ...others] = namesakes
  if (others.length > 0) {
    throw new UsageError(
      `${countText(namesakes.length)} lists are called ${JSON.stringify(reference)}: ${namesakes.map(({ id }) => id).join(", ")}`,
      "Use the id of one.",
    )
  }
  const match = list ?? byId
  if (match) return match
  throw new CliError(`There is no list ${JSON.stringify(reference)}`, exitCodes.notFound, {
    hint: `Create it with: ${context.nextCommand({ words: ["lists", "create"], flags: { name: reference } })}`,
  })
}

const plain = (name: string) => name.normalize("NFC").trim().toLowerCase()

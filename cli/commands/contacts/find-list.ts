import type { List } from "../../../sdk/contract/lists.ts"
import type { Context } from "../../context.ts"
import { CliError, UsageError } from "../../errors/cli-error.ts"
import { exitCodes } from "../../errors/exit-codes.ts"
import { countText } from "../../output/numbers.ts"

/** Finds a list by its id or name, ignoring case. */
export async function findList(context: Context, given: string): Promise<List> {
  const client = await context.client()
  const lists = await client.lists.list({ limit: 100 }).toArray()
  const byId = lists.find(({ id }) => String(id) === given)
  const named = lists.filter(({ name }) => plain(name) === plain(given))
  const [list, ...others] = named
  if (others.length > 0) {
    throw new UsageError(
      `${countText(named.length)} lists are called ${JSON.stringify(given)}: ${named.map(({ id }) => id).join(", ")}`,
      "Use the id of one.",
    )
  }
  const found = list ?? byId
  if (found) return found
  throw new CliError(`There is no list ${JSON.stringify(given)}`, exitCodes.notFound, {
    hint: `Create it with: ${context.nextCommand({ words: ["lists", "create"], flags: { name: given } })}`,
  })
}

const plain = (name: string) => name.normalize("NFC").trim().toLowerCase()

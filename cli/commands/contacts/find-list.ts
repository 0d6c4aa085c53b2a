import type { List } from "../../../sdk/contract/lists.ts"
import type { Context } from "../../connection/context.ts"
import { wholeList } from "../../runners/whole-list.ts"
import { CliError, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** Finds a list by its id or name, ignoring case. A number is an id: a list may have the id of another as its name. */
export async function findList(context: Context, reference: string): Promise<List> {
  const client = await context.client()
  const lists = await wholeList(client.lists.list({ limit: 100 }, { signal: context.io.signal }), { size: 100 })
  if (/^\s*\d+\s*$/.test(reference)) {
    const list = lists.find(({ id }) => id === Number(reference))
    if (list) return list
    const hint = "A number is always an id: `mas lists list` shows them, also of a list whose name is a number."
    throw new CliError(`There is no list with the id ${reference.trim()}`, exitCodes.notFound, { hint })
  }
  const namesakes = lists.filter(({ name }) => plain(name) === plain(reference))
  const [list, ...others] = namesakes
  if (others.length > 0) {
    throw new UsageError(
      `${countText(namesakes.length)} lists are called ${JSON.stringify(reference)}: ${namesakes.map(({ id }) => id).join(", ")}`,
      "Use the id of one.",
    )
  }
  if (list) return list
  throw new CliError(`There is no list ${JSON.stringify(reference)}`, exitCodes.notFound, {
    hint: `Create it with: ${context.nextCommand({ words: ["lists", "create"], flags: { name: reference } })}`,
  })
}

const plain = (name: string) => name.normalize("NFC").trim().toLowerCase()

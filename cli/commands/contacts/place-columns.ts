import { basename } from "node:path"
import { InvalidArgumentError } from "../../../sdk/client/errors.ts"
import { isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import type {
  ContactsColumn,
  ContactsCsv,
  ContactsCsvOptions,
  ContactsPlan,
  ContactsTarget,
} from "../../../sdk/files/contacts-csv/index.ts"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { numberOf, textOf, textsOf } from "../../line/flag-values.ts"
import { openFile } from "../../line/input/files.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import { nothingIn } from "../../terminal/errors/nothing-found.ts"
import { askConsentColumns, askEmailColumn, valuesText } from "./import-plan.ts"

type ColumnMap = Readonly<Record<string, ContactsTarget>>

/** Where the columns of a file go, and which of them somebody has chosen. */
export interface PlacedColumns {
  readonly plan: ContactsPlan
  readonly map: ColumnMap
  readonly account: AccountIdentity | undefined
}

/** Opens a table of people by `--encoding` and `--header-row`. */
export async function openContacts(context: Context, file: string, options: ContactsCsvOptions): Promise<ContactsCsv> {
  const { contactsCsv } = await import("mas-sdk/contacts-csv")
  const open = async () =>
    contactsCsv(openFile(context, file, "the file of contacts"), {
      encoding: textOf(context.flags, "encoding"),
      headerRow: numberOf(context.flags, "header-row"),
      fileName: file === "-" ? undefined : basename(file),
      ...options,
    })
  return asUsage(open(), file)
}

/**
 * Places the columns of a file: by `--map`, by their names and values, or by questions. A column that looks like consent and whose
 * meaning is unclear ends the command. `identify` is called once the file can be read. No choice is kept for another file: a
 * column of the same name may mean another consent there. It becomes `--map`, in the command to repeat.
 */
export async function placeColumns(
  context: Context,
  csv: ContactsCsv,
  identify: () => Promise<AccountIdentity | undefined>,
): Promise<PlacedColumns> {
  let map: ColumnMap = mapOf(textsOf(context.flags, "map") ?? [])
  let plan = await asUsage(csv.place(map), textOf(context.args, "file") ?? textOf(context.flags, "file"))
  const account = await identify()
  let chosen: ColumnMap = {}
  if (context.isInteractive && !context.globals.yes) {
    chosen = await askEmailColumn(context, plan)
    plan = await asUsage(csv.place({ ...map, ...chosen }))
    if (plan.allLeftReason === undefined) chosen = { ...chosen, ...(await askConsentColumns(context, plan)) }
    map = { ...map, ...chosen }
    plan = await asUsage(csv.place(map))
  }
  const unclear = plan.allLeftReason === undefined ? plan.columns.filter((column) => column.isUnclearConsent) : []
  if (unclear.length > 0) {
    const flagsFor = (target: string) => unclear.map(({ header }) => `--map ${JSON.stringify(`${header}=${target}`)}`)
    throw new UsageError(
      `${unclear.map((column) => `${JSON.stringify(column.header)}${valuesText(plan, column)}`).join(", ")}: looks like consent, and neither the name nor the values say how`,
      `If a value there means that the person left: ${flagsFor("opt_out").join(" ")}. If it says whether they agreed, name the values that do; any other then means that they left: ${flagsFor("opt_in:VALUE,VALUE").join(" ")}. If it has nothing to do with consent: ${flagsFor("data").join(" ")}.`,
    )
  }
  if (!plan.columns.some(({ target }) => target === "email")) {
    const holding = plan.columns.filter((column) => holdsAddresses(plan, column))
    const [column] = [...holding, ...plan.columns]
    const problem =
      holding.length > 1
        ? "any of these columns may be the one with the e-mail addresses"
        : "no column holds e-mail addresses"
    throw new UsageError(
      `${(holding.length > 1 ? holding : plan.columns).map(({ header }) => header).join(", ")}: ${problem}`,
      `Choose one, for example --map ${JSON.stringify(`${column?.header}=email`)}.`,
    )
  }
  if (Object.keys(chosen).length > 0) {
    context.keep({ map: mapFlags(map) })
    context.note(`To choose the same again: ${context.nextCommand()}`)
  }
  return { plan, map, account }
}

/** True if a cell of the first rows is an address. */
function holdsAddresses({ columns, sample }: ContactsPlan, column: ContactsColumn): boolean {
  const index = columns.indexOf(column)
  return sample.some(({ cells }) => isEmail(cells[index] ?? ""))
}

/** A map as the values of `--map`. */
export const mapFlags = (map: ColumnMap): string[] => Object.entries(map).map((pair) => pair.join("="))

function mapOf(pairs: readonly string[]): Record<string, ContactsTarget> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf("=")
      if (at < 1) throw new UsageError(`--map: ${JSON.stringify(pair)} is not "column=target"`)
      return [pair.slice(0, at), pair.slice(at + 1) as ContactsTarget]
    }),
  )
}

/** Errors in the file or the mapping are usage errors. */
async function asUsage<T>(read: Promise<T>, file?: string): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error
    if (file !== undefined && /^file is empty\b/.test(error.message)) throw nothingIn(file, "contacts")
    throw new UsageError(error.message)
  }
}

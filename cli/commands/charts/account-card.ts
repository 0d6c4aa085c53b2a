import type { Account } from "../../../sdk/contract/account.ts"
import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { barOf, countText } from "../../output/figures.ts"
import type { Pen } from "../../output/output.ts"
import { prepareCall, send, show } from "../endpoint.ts"

/** `mas account get`: on a terminal a card. */
export async function run(context: Context): Promise<ExitCode> {
  const account = await send(context, await prepareCall(context))
  await show(context, account, { draw: (pen) => drawAccount(account as Account, pen) })
  return exitCodes.ok
}

/** Name, plan, use and team on a card that fits the terminal. */
export function drawAccount({ id, name, billing, team, access }: Account, pen: Pen): string {
  const { resources, brands, plan_name, plan } = billing
  const rows: [label: string, text: string][] = [
    ["Plan", `${pen.safe(plan_name)}, ${pen.safe(billing.access_policy)}`],
    ["Caps in 24 h", capsText(plan)],
    ...Object.entries({ "E-mail": resources.email, SMS: resources.sms, AI: resources.ai }).map(
      ([label, usage]): [string, string] => [label, usageText(usage, pen)],
    ),
    ["Brands", brands.unlimited ? `${brands.used}, no limit` : `${brands.used} of ${brands.limit ?? "?"}`],
    ["Team", `${team.seat_count} of ${team.seat_limit} seats, you: ${pen.safe(team.current_role)}`],
  ]
  if (access.delegated) rows.push(["Managed by", pen.safe(access.manager_account_name ?? "another account")])
  return card(`${pen.safe(name)} (account ${id})`, rows, pen)
}

function capsText(plan: Account["billing"]["plan"]): string {
  const { probation_recipient_cap_24h: low, standard_recipient_cap_24h: mid, trusted_recipient_cap_24h: high } = plan
  return `${countText(low)} on probation, ${countText(mid)} standard, ${countText(high)} trusted`
}

function usageText({ used, allowance }: Account["billing"]["resources"]["email"], pen: Pen): string {
  const share = allowance > 0 ? used / allowance : 0
  const style = share >= 1 ? "red" : share >= 0.8 ? "yellow" : "green"
  return `${pen.paint(style, barOf(share, 12))} ${countText(used)} of ${countText(allowance)}`
}

/** What a line takes on the terminal, colours left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours
const plain = (text: string) => text.replaceAll(/\u001b\[\d+m/g, "")

function card(title: string, rows: readonly [label: string, text: string][], pen: Pen): string {
  const labelWidth = Math.max(...rows.map(([label]) => pen.width(label)))
  const lines = rows.map(([label, text]) => `${pen.paint("dim", label.padEnd(labelWidth))}  ${text}`)
  const widths = [title, ...lines].map((line) => pen.width(plain(line)))
  const inner = Math.max(...widths)
  if (inner + 4 > pen.columns) return [pen.paint("bold", title), ...lines].join("\n")
  const boxed = (line: string) => `│ ${line}${" ".repeat(inner - pen.width(plain(line)))} │`
  return [
    `╭${"─".repeat(inner + 2)}╮`,
    boxed(pen.paint("bold", title)),
    `├${"─".repeat(inner + 2)}┤`,
    ...lines.map(boxed),
    `╰${"─".repeat(inner + 2)}╯`,
  ].join("\n")
}

import type { Account } from "../../../sdk/contract/account.ts"
import type { Context } from "../../context.ts"
import { type ExitCode, exitCodes } from "../../errors/exit-codes.ts"
import { barOf, countText } from "../../output/figures.ts"
import { withoutStyle, wrapNote } from "../../output/note.ts"
import type { Screen } from "../../output/output.ts"
import { prepareCall, send, show } from "../prepared-call.ts"

/** `mas account get`: on a terminal a card. */
export async function run(context: Context): Promise<ExitCode> {
  const account = await send(context, await prepareCall(context))
  await show(context, account, { draw: (screen) => drawAccount(account as Account, screen) })
  return exitCodes.ok
}

/** Name, plan, use and team on a card that fits the terminal. */
export function drawAccount({ id, name, billing, team, access }: Account, screen: Screen): string {
  const { resources, brands, plan_name, plan } = billing
  const rows: [label: string, text: string][] = [
    ["Plan", `${screen.safe(plan_name)}, ${screen.safe(billing.access_policy)}`],
    ["Caps in 24 h", capsText(plan)],
    ...Object.entries({ "E-mail": resources.email, SMS: resources.sms, AI: resources.ai }).map(
      ([label, usage]): [string, string] => [label, usageText(usage, screen)],
    ),
    [
      "Brands",
      brands.unlimited
        ? `${countText(brands.used)}, no limit`
        : `${countText(brands.used)} of ${brands.limit === null ? "?" : countText(brands.limit)}`,
    ],
    [
      "Team",
      `${countText(team.seat_count)} of ${countText(team.seat_limit)} seats, you: ${screen.safe(team.current_role)}`,
    ],
  ]
  if (access.delegated) rows.push(["Managed by", screen.safe(access.manager_account_name ?? "another account")])
  return card(`${screen.safe(name)} (account ${id})`, rows, screen)
}

function capsText(plan: Account["billing"]["plan"]): string {
  const { probation_recipient_cap_24h: low, standard_recipient_cap_24h: mid, trusted_recipient_cap_24h: high } = plan
  return `${countText(low)} on probation, ${countText(mid)} standard, ${countText(high)} trusted`
}

function usageText({ used, allowance }: Account["billing"]["resources"]["email"], screen: Screen): string {
  const share = allowance > 0 ? used / allowance : 0
  const style = share >= 1 ? "red" : share >= 0.8 ? "yellow" : "green"
  return `${screen.paint(style, barOf(share, 12))} ${countText(used)} of ${countText(allowance)}`
}

/** A card needs so much room inside its frame, or it goes without one. */
const leastInside = 32

function card(title: string, rows: readonly [label: string, text: string][], screen: Screen): string {
  const labelWidth = Math.max(...rows.map(([label]) => screen.width(label)))
  const isFramed = screen.columns - 4 >= leastInside
  const inside = { ...screen, columns: isFramed ? screen.columns - 4 : screen.columns }
  const lines = rows.flatMap(([label, text]) =>
    wrapNote(`${screen.paint("dim", label.padEnd(labelWidth))}  ${text}`, inside, labelWidth + 2).split("\n"),
  )
  const heads = wrapNote(title, inside)
    .split("\n")
    .map((line) => screen.paint("bold", line))
  if (!isFramed) return [...heads, ...lines].join("\n")
  const widths = [...heads, ...lines].map((line) => screen.width(withoutStyle(line)))
  const inner = Math.max(...widths)
  const boxed = (line: string) => `│ ${line}${" ".repeat(inner - screen.width(withoutStyle(line)))} │`
  return [
    `╭${"─".repeat(inner + 2)}╮`,
    ...heads.map(boxed),
    `├${"─".repeat(inner + 2)}┤`,
    ...lines.map(boxed),
    `╰${"─".repeat(inner + 2)}╯`,
  ].join("\n")
}

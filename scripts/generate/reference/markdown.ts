export { anchor } from "../../../mock-server/service/request/pages/documents/markdown.ts"

/** A table; its cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n")
}

/** Names as words: `ManagementGrant` is `Management grant`. */
export function words(name: string): string {
  const spaced = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase()
  return `${spaced[0]?.toUpperCase()}${spaced.slice(1)}`.replace("Oauth", "OAuth")
}

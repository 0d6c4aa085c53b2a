/** The groups of commands by what people want to do; one that is named nowhere is a tool. */
const tasks: Readonly<Record<string, readonly string[]>> = {
  Send: ["messages", "campaigns", "templates", "flows"],
  People: ["contacts", "lists", "segments", "events", "imports", "validations", "public-forms"],
  Receive: ["webhooks", "attachments"],
  Reputation: ["delivery", "suppressions"],
  Billing: ["subscription", "funding", "funding-purchases"],
  Account: ["account", "accounts", "user", "memberships", "invites", "impersonation"],
  Partners: ["managed-accounts", "management-grant", "affiliate"],
  "Sign in": ["login", "logout", "whoami", "profiles", "auth", "oauth"],
}

/** Each task with its groups, all groups among them. */
export function groupsByTask(names: readonly string[]): [task: string, groups: string][] {
  const known = new Set(Object.values(tasks).flat())
  const all = { ...tasks, Tools: names.filter((name) => !known.has(name)) }
  return Object.entries(all).map(([task, groups]) => [task, groups.filter((name) => names.includes(name)).join(", ")])
}

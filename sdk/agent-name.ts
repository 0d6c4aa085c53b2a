/** Assistants by the variables that they set for the programs they start: those that people's own terminals lack. */
const variables: Readonly<Record<string, string>> = {
  CLAUDECODE: "claude-code",
  CODEX_SANDBOX: "codex",
  CODEX_THREAD_ID: "codex",
  CURSOR_AGENT: "cursor",
  GEMINI_CLI: "gemini-cli",
  OPENCODE: "opencode",
  AUGMENT_AGENT: "augment",
  CLINE_ACTIVE: "cline",
}

/**
 * The assistant that runs this program: what `AI_AGENT` names, else the one whose variable is set. Undefined where there is
 * none. Of `AI_AGENT` only what may stand in a header is kept.
 */
export function agentName(read: (variable: string) => string | undefined): string | undefined {
  const set = (variable: string) => {
    const value = read(variable) ?? ""
    return /^(0|false|no|off)$/i.test(value) ? "" : value
  }
  const given = set("AI_AGENT")
    .replaceAll(/[^\w.@-]/g, "")
    .slice(0, 40)
  if (given) return given
  const found = Object.keys(variables).find((variable) => set(variable) !== "")
  return found === undefined ? undefined : variables[found]
}

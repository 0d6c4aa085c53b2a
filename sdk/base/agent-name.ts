/** AI assistants by the environment variables that they set for programs they start, and that ordinary terminals lack. */
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
 * The AI assistant that runs this program: the one in `AI_AGENT`, otherwise the one whose variable is set; undefined if
 * there is none. Characters of `AI_AGENT` that are invalid in a header are removed.
 */
export function agentName(read: (variable: string) => string | undefined): string | undefined {
  const set = (variable: string) => {
    const value = read(variable) ?? ""
    return /^(0|false|no|off)$/i.test(value) ? "" : value
  }
  const agent = set("AI_AGENT")
    .replaceAll(/[^\w.@-]/g, "")
    .slice(0, 40)
  if (agent) return agent
  const agentVariable = Object.keys(variables).find((variable) => set(variable) !== "")
  return agentVariable === undefined ? undefined : variables[agentVariable]
}

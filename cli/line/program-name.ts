import type { Io } from "../terminal/io.ts"

type Env = Io["env"]

/** The project that `yarn dlx` creates for the package. A user's own project may have `dlx-1` in its path. */
const dlxFolder = /[\\/]xfs-[\da-f]+[\\/]dlx-\d+[\\/]package\.json$/

/** How each tool runs a package's program without a global install: `mas` alone would be missing, or another program. */
const runnersByTool: Readonly<Record<string, (env: Env) => string | undefined>> = {
  // A program started by npx inherits its variables, but may have its own `mas`. npm 11 and later quote the script.
  npm: ({ npm_lifecycle_script: script = "" }) => (/^["']?mas(-sdk)?(?![\w-])/.test(script) ? "npx" : undefined),
  pnpm: ({ npm_command = "dlx" }) => (npm_command === "dlx" ? "pnpm dlx" : "pnpm exec"),
  yarn: ({ npm_package_json: path = "" }) => (dlxFolder.test(path) ? "yarn dlx" : "yarn"),
  bun: () => "bunx",
}

/** `mas` at the start of a command, but not inside single quotes, which contain the user's text. */
const names = /(?<=[\s=$'])'[^'\n]*'|(?<![\w./:'-])mas(?= [a-z<])|(?:^[ \t]*|`)mas(?= --\w)/gm

/** Replaces `mas` in a text with the way this program was started, such as `npx mas-sdk`. */
export function withProgramName(text: string, env: Env): string {
  const { npm_config_user_agent: agent = "" } = env
  const [tool = ""] = agent.split("/")
  const runner = Object.hasOwn(runnersByTool, tool) ? runnersByTool[tool]?.(env) : undefined
  if (runner === undefined) return text
  return text.replaceAll(names, (match) => match.replace(/mas$/, `${runner} mas-sdk`))
}

import type { Io } from "../io.ts"

type Env = Io["env"]

/** Where `yarn dlx` makes a project for the package: one of somebody's own may have `dlx-1` in its path. */
const dlxFolder = /[\\/]xfs-[\da-f]+[\\/]dlx-\d+[\\/]package\.json$/

/** How each tool runs the program of a package that need not be installed for the whole machine: there `mas` is nothing, or another program. */
const ways: Readonly<Record<string, (env: Env) => string | undefined>> = {
  // What npx starts may start others in its turn, with its own variables and a `mas` of their own. From version 11 on it quotes.
  npm: ({ npm_lifecycle_script: script = "" }) => (/^["']?mas(-sdk)?(?![\w-])/.test(script) ? "npx" : undefined),
  pnpm: ({ npm_command = "dlx" }) => (npm_command === "dlx" ? "pnpm dlx" : "pnpm exec"),
  yarn: ({ npm_package_json: path = "" }) => (dlxFolder.test(path) ? "yarn dlx" : "yarn"),
  bun: () => "bunx",
}

/** `mas` as the start of a command; not inside single quotes, which hold a user's text. */
const names = /(?<=[\s=$'])'[^'\n]*'|(?<![\w./:'-])mas(?= [a-z<])|(?:^[ \t]*|`)mas(?= --\w)/gm

/** Replaces `mas` in a text with the tool that started this program, such as `npx mas-sdk`. */
export function withProgramName(text: string, env: Env): string {
  const { npm_config_user_agent: agent = "" } = env
  const [tool = ""] = agent.split("/")
  const way = Object.hasOwn(ways, tool) ? ways[tool]?.(env) : undefined
  if (way === undefined) return text
  return text.replaceAll(names, (found) => found.replace(/mas$/, `${way} mas-sdk`))
}

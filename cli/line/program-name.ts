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

/** `mas` where a command is named: not in what a shell takes as one word, which is somebody's own text. */
const names = /(?<=[\s=$'])'[^'\n]*'|(?<![\w./:'-])mas(?= [a-z<])|(?:^[ \t]*|`)mas(?= --\w)/gm

/** A text of ours with its commands as they are typed here: by the tool that has started this program, or `mas`. */
export function withProgramName(text: string, env: Env): string {
  const { npm_config_user_agent: agent = "" } = env
  const [tool = ""] = agent.split("/")
  const way = Object.hasOwn(ways, tool) ? ways[tool]?.(env) : undefined
  if (way === undefined) return text
  return text.replaceAll(names, (found) => found.replace(/mas$/, `${way} mas-sdk`))
}

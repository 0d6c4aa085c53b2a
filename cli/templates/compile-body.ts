import { createRequire } from "node:module"
import { dirname, relative, resolve } from "node:path"
import { compileFunction } from "node:vm"
import { readMail } from "../../mock-server/resources/messages/read-mail.ts"
import { readTextFile } from "./folder-files.ts"
import { replaceLiquid } from "./liquid-tags.ts"

interface Parts {
  readonly html: string
  readonly body: string
}

/** A file that cannot be compiled, with the place of the error if known. */
export class CompileError extends Error {
  constructor(
    message: string,
    readonly line = 1,
    readonly column = 1,
  ) {
    super(message)
  }
}

/** Loads packages as the user's own file would: compilation uses the versions that the user has installed. */
function loaderFor(path: string, install: string) {
  const load = createRequire(path)
  return {
    load,
    need(name: string): unknown {
      try {
        load.resolve(name)
      } catch {
        throw new CompileError(`needs ${name}, which is not installed here: npm install ${install}`)
      }
      return load(name)
    },
  }
}

type Build = typeof import("esbuild").build

/** Renders the default-exported component with the user's React Email. Liquid in it stays as text. */
export async function compileReact(path: string): Promise<Parts> {
  const { load, need } = loaderFor(path, "-D react react-dom @react-email/render esbuild")
  const { build } = Object(need("esbuild"))
  const { createElement } = Object(need("react"))
  const { render } = Object(need("@react-email/render"))
  const module: { exports: { default?: unknown } } = { exports: {} }
  const code = await bundled(build, path)
  compileFunction(code, ["module", "exports", "require"], { filename: path })(module, module.exports, load)
  const { default: component } = module.exports
  if (typeof component !== "function") throw new CompileError("has no component: export one as default")
  return partsOf(await render(createElement(component)))
}

/** Bundles the file and its local imports as CommonJS, which requires packages. */
async function bundled(build: Build, path: string): Promise<string> {
  try {
    const { outputFiles } = await build({
      entryPoints: [path],
      absWorkingDir: dirname(path),
      bundle: true,
      write: false,
      packages: "external",
      platform: "node",
      format: "cjs",
      jsx: "automatic",
      logLevel: "silent",
    })
    return outputFiles[0]?.text ?? ""
  } catch (error) {
    const [first] = Object(error).errors ?? []
    if (first === undefined) throw error
    throw new CompileError(first.text, first.location?.line, (first.location?.column ?? 0) + 1)
  }
}

export async function compileMjml(path: string, text: string): Promise<Parts> {
  const mjml = loaderFor(path, "-D mjml").need("mjml")
  await refuseForeignIncludes(dirname(dirname(path)), path, text)
  const compile = typeof mjml === "function" ? mjml : Object(mjml).default
  const { html, errors } = await compile(text, { filePath: path })
  const [first] = errors
  if (first !== undefined) throw new CompileError(first.message, first.line)
  return partsOf(html)
}

const includes = /<mj-include\b[^<>]*/gi
const pathAttribute = /\bpath\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** What an include reads is sent to the service: it has to be in the folder of templates, as everything that is sent. */
async function refuseForeignIncludes(
  root: string,
  file: string,
  text: string,
  visited = new Set([file]),
): Promise<void> {
  for (const [tag] of text.matchAll(includes)) {
    const [, ...paths] = pathAttribute.exec(tag) ?? []
    const included = resolve(dirname(file), paths.find(Boolean) ?? "")
    if (visited.has(included)) continue
    visited.add(included)
    const content = await readTextFile(root, included).catch(() => {
      throw new CompileError(
        `includes ${relative(dirname(file), included)}, which is not a text file in the folder of templates`,
      )
    })
    if (content !== undefined) await refuseForeignIncludes(root, included, content, visited)
  }
}

const partsOf = (rendered: string): Parts => {
  const html = withLiquid(rendered)
  return { html, body: `${plainTextOf(html)}\n` }
}

const entities: Readonly<Record<string, string>> = {
  "&quot;": '"',
  "&#x27;": "'",
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
}

/** Restores the Liquid as written: rendering components escapes quotes and other characters as entities. */
const withLiquid = (html: string): string =>
  replaceLiquid(html, (tag) => tag.replaceAll(/&(?:quot|#x27|#39|lt|gt|amp);/g, (entity) => entities[entity] ?? entity))

/** The placeholder for a piece of Liquid while the HTML is parsed. It is a URL, so that links to it count as links. */
const placeholderFor = (index: number) => `https://liquid.invalid/${index}/`
const standing = /https:\/\/liquid\.invalid\/(\d+)\//g

/** Converts an HTML part to plain text with link addresses; Liquid stays as it is. */
export function plainTextOf(html: string): string {
  const loadErrors: string[] = []
  const safe = replaceLiquid(html, (tag) => placeholderFor(loadErrors.push(tag) - 1))
  return readMail(safe).text.replaceAll(standing, (_, index: string) => loadErrors[Number(index)] ?? "")
}

import { readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { service as entries } from "./entries.mjs"
import { root } from "./run.mjs"

/**
 * The mock server's code, in files that are loaded when something of them is first used: what a first answer takes is in
 * `service`, the rest beside it. In the sources an import is an import. Here one from another part becomes an object with a
 * getter for each name, which loads that part: so what is made as a file loads must not look at another part.
 */
const parts = {
  yaml: /^node_modules\/yaml\/|^mock-server\/state\/yaml/,
  html: /^node_modules\/(htmlparser2|domhandler|domutils|dom-serializer|domelementtype|entities)\/|^mock-server\/base\/read-html\.ts$/,
  form: /^node_modules\/@fastify\/|\/(form-parser|multipart)\.ts$/,
  mail: /^node_modules\/postal-mime\/|^mock-server\/control\/eml\.ts$/,
  liquid: /^node_modules\/liquidjs\//,
  control:
    /^(mock-server\/(control\/|dashboard\/|request\/(live\/|pages\/mail|answer-by-fault|popup-errors)|seed\/write-|state\/(fixtures|state)-file\.|store\/(row-schema|tables\/mishap)|world\/(fixtures\/|fault-|snapshot|table-states|watch-))|sdk\/(files\/|webhooks\/sign\.))/,
  work: /^mock-server\/(handlers\/(?!index|loads|account\.)|service\/tasks|webhooks\/(?!http|receivers)|state\/(file-lock|state-[lt])|domain\/(?!accounts\/acc|billing\/(billing|usage)|contacts|credentials\/(cred|jwt)|invites|managed-accounts\/new|management-grant|memberships|messages\/liquid|oauth|senders|templates|user))/,
  simulation: /^mock-server\/(simulation\/(?!report)|store-kit\/|base\/(stand-ins|chance|shrink)|http\/text-response)/,
}

/** Where a part is, next to the others. */
const fileOf = (part) => `./${part === "service" ? part : `service-${part}`}.js`

const common = {
  absWorkingDir: root,
  bundle: true,
  write: false,
  metafile: true,
  minifySyntax: true,
  platform: "node",
  target: "node20",
  external: ["undici", "msw"],
  logLevel: "error",
  // Its ES modules: a bundler takes of them what is used.
  alias: { yaml: "./node_modules/yaml/browser/index.js" },
}

const commonJs = {
  format: "cjs",
  // An import on demand becomes a `require` on demand.
  supported: { "dynamic-import": false },
  define: { "import.meta.url": "__filename", "import.meta.dirname": "__dirname" },
}

/** Lines that an uncaught error can still show. Its errors say what happened; nobody follows their stacks into it. */
const minified = { minify: true, treeShaking: true, lineLimit: 400, target: "node20" }

/** What is imported of another part: its names, or the whole of it where that is on demand. */
const [namesOf, wholeOf] = ["names:", "whole:"]

/** Which part each module is in. Those of the contract that make schemas, or import what does, are in one with zod. */
function partsOf(inputs) {
  const known = new Map()
  const hasSchemas = (path) => {
    if (path.startsWith("node_modules/zod/")) return true
    if (!known.has(path)) {
      known.set(path, false)
      known.set(path, inputs[path]?.imports.some((one) => hasSchemas(one.path)) ?? false)
    }
    return known.get(path)
  }
  return (path) => {
    if (Object.values(entries).includes(path)) return "entry"
    const [named] = Object.entries(parts).find(([, pattern]) => pattern.test(path)) ?? []
    return named ?? (/^(sdk\/contract|node_modules\/zod)\//.test(path) && hasSchemas(path) ? "schemas" : "service")
  }
}

/** The names in `code`, an ES module as esbuild writes it, that it imports from `from`. */
function namesIn(code, from) {
  const found = []
  const imports = /^(?:im|ex)port (?:\* as (\w+)|\{([^}]*)\}) from "([^"]+)"/gm
  for (const [, star, list = "", specifier] of code.matchAll(imports)) {
    if (specifier !== from) continue
    found.push(...list.split(",").map((name) => name.trim().replace(/ as .*$/s, "")))
    if (star) found.push(...Array.from(code.matchAll(new RegExp(`\\b${star}\\.(\\w+)`, "g")), ([, name]) => name))
  }
  return found.filter(Boolean)
}

/** What parts want of each module: the names by the part that wants them, and whether any wants the whole. */
async function wantedOf(inputs, partOf, transform) {
  const wanted = new Map()
  for (const path of Object.keys(inputs).sort()) {
    const { imports } = inputs[path]
    const part = partOf(path)
    const others = imports.filter((one) => inputs[one.path] && partOf(one.path) !== part)
    if (others.length === 0) continue
    const { code } = await transform(readFileSync(join(root, path), "utf8"), { loader: "ts", format: "esm" })
    for (const { path: target, original, kind } of others) {
      const want = wanted.get(target) ?? { names: new Map(), whole: false }
      wanted.set(target, want)
      if (kind === "dynamic-import") want.whole = true
      else want.names.set(part, new Set([...(want.names.get(part) ?? []), ...namesIn(code, original)]))
    }
  }
  return wanted
}

/** A short name for each name of a module, under which its part exports it. */
function shortNames() {
  const known = new Map()
  return (name, id) => {
    const whole = `${name} of ${id}`
    if (!known.has(whole)) known.set(whole, `$${known.size.toString(36)}`)
    return known.get(whole)
  }
}

/** Leaves out of a bundle what is in other parts. */
const apart = (part, partOf, ids) => ({
  name: "parts",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, resolveDir, kind, pluginData }) => {
      if (pluginData === "found" || kind === "entry-point") return undefined
      const found = await resolve(path, { resolveDir, kind, pluginData: "found" })
      const target = relative(root, found.path)
      if (!ids.has(target) || partOf(target) === part) return found
      const of = kind === "dynamic-import" ? wholeOf : namesOf
      return { path: of + ids.get(target), external: true, sideEffects: false }
    })
  },
})

/** Builds the mock server into `out`, and leaves there, as tsup does, metafiles of what is in it. */
export async function buildService(out) {
  const { build, transform } = await import("esbuild")
  const whole = await build({ ...common, entryPoints: entries, outdir: "unused", format: "esm" })
  const { inputs, outputs } = whole.metafile
  const partOf = partsOf(inputs)
  const wanted = await wantedOf(inputs, partOf, transform)
  const paths = Object.keys(inputs).sort()
  const ids = new Map(paths.map((path, id) => [path, id]))
  const short = shortNames()

  const bundle = async (part, contents, options) => {
    const stdin = { contents, resolveDir: root, loader: "ts" }
    const made = await build({
      ...common,
      ...options,
      stdin,
      outfile: "unused.js",
      plugins: [apart(part, partOf, ids)],
    })
    writeFileSync(join(out, `metafile-${part}.json`), JSON.stringify(made.metafile))
    return made.outputFiles[0].text
  }

  /** CommonJS whose imports from other parts, and from Node, are made where they are used. */
  const link = (part, code) => {
    const loads = new Map()
    /** The exports of a file, which is loaded the first time. */
    const from = (file) => {
      if (!loads.has(file)) loads.set(file, loads.size)
      return `(load$${loads.get(file)}())`
    }
    const member = (id, name) => `${from(fileOf(partOf(paths[id])))}.${short(name, id)}`
    const imported = new Map()
    const whole = new Set()
    const body = code
      .replaceAll(/\b(import_\w+) = require\("(?:names:(\d+)|(node:[\w/]+))"\)/g, (_, variable, id, builtin) => {
        imported.set(variable, (name) => (builtin ? `${from(builtin)}.${name}` : member(Number(id), name)))
        return variable
      })
      .replaceAll(/\b(import_\w+)\.(\w+)/g, (text, variable, name) => imported.get(variable)?.(name) ?? text)
      .replaceAll(/__toESM\(require\("names:(\d+)"\)(?:, 1)?\)/g, (_, id) => `module$${whole.add(Number(id)) && id}`)
      // What an index hands on of another part is imported from there.
      .replaceAll(/, require\("names:\d+"\)/g, ", {}")
      .replaceAll(/require\("whole:(\d+)"\)/g, (_, id) => `require("${fileOf(partOf(paths[id]))}").whole$${id}`)
    const modules = Array.from(whole, (id) => {
      const names = [...wanted.get(paths[id]).names.get(part)]
      return `var module$${id} = {${names.map((name) => `get ${name}() { return ${member(id, name)} }`)}};\n`
    })
    // What takes the host's clock takes it as the package is imported, before any test puts another there.
    const start = part === "entry" ? `${from(fileOf("service"))};\n` : ""
    const loaders = Array.from(loads, ([file, id]) => {
      return `var loaded$${id}, load$${id} = () => loaded$${id} ??= require("${file}");\n`
    })
    return [...loaders, start, ...modules, body].join("")
  }

  const write = async (file, code, format) => {
    const { code: written } = await transform(code, { ...minified, format })
    // An esbuild that writes imports otherwise must not go unseen.
    const left = written.match(/"(?:names|whole):\d+"/)
    if (left) throw new Error(`${file} imports ${left[0]}, of another part, in a way that is not known here`)
    writeFileSync(join(out, file), written)
  }
  const writeCommonJs = async (part, contents, file) =>
    write(join("cjs", file), link(part, await bundle(part, contents, commonJs)), "cjs")

  for (const part of new Set(paths.map(partOf))) {
    if (part === "entry") continue
    const lines = paths.flatMap((path, id) => {
      if (partOf(path) !== part || !wanted.has(path)) return []
      const { names, whole } = wanted.get(path)
      const all = [...new Set(Array.from(names.values(), (some) => [...some]).flat())].sort()
      const list = all.map((name) => `${name} as ${short(name, id)}`)
      return [`export {${list}} from "./${path}"`, whole ? `export * as whole$${id} from "./${path}"` : ""]
    })
    await writeCommonJs(part, lines.join("\n"), fileOf(part))
  }
  for (const [name, path] of Object.entries(entries)) {
    await writeCommonJs("entry", `export * from "./${path}"`, `${name}.js`)
  }

  // The ES modules hand on what the CommonJS has, so that a class is one class. MSW is there in two copies of its own.
  const load = 'import { createRequire } from "node:module"; const load = createRequire(import.meta.url);\n'
  const { text } = whole.outputFiles.find(({ path }) => path.endsWith("/mock-server.js"))
  const isFunction = (name) => new RegExp(`^(?:async )?function ${name}\\(`, "m").test(text)
  const names = Object.values(outputs).find(({ entryPoint }) => entryPoint === entries["mock-server"]).exports
  const handedOn = [
    `const entry = load("./cjs/mock-server.js"); export const {${names.filter((name) => !isFunction(name))}} = entry;\n`,
    // The part that a function is in is loaded when it is called.
    ...names.filter(isFunction).map((name) => `export function ${name}(...all) { return entry.${name}(...all) }\n`),
  ].join("")
  const msw = (await bundle("entry", `export * from "./${entries.msw}"`, { format: "esm" })).replaceAll(
    /import \{([^}]*)\} from "names:(\d+)";/g,
    (_, list, id) => {
      const from = fileOf(partOf(paths[id])).replace(".", "./cjs")
      const taken = list.split(",").map((text) => {
        const [name, alias = name] = text.trim().split(" as ")
        return `${short(name, id)}: ${alias}`
      })
      return `const {${taken}} = load("${from}");`
    },
  )
  for (const [name, code] of Object.entries({ "mock-server": handedOn, msw })) {
    await write(`${name}.js`, load + code, "esm")
  }
}

/** A model as declarations give it: its name, and its type in lines that begin at the margin. */
const declared = /^declare const (\w+): (\S[^\n]*\{\n[\s\S]*?\n\}[^\n]*);$/gm

/**
 * Names the models that declarations repeat in full: where the type of `declare const Contact` stands again, `typeof Contact`
 * says the same. `files` holds texts by name; the answer holds those that are shorter now.
 */
export function nameModels(files) {
  const short = new Map()
  for (const [file, text] of files) {
    const handedOn = modelsFrom(text, files, "export")
    const models = [...modelsIn(text), ...modelsFrom(text, files, "import"), ...handedOn]
    let shorter = text
    const imports = []
    for (const [name, type, source] of models.sort(([, a], [, b]) => b.length - a.length)) {
      const named = replaceType(shorter, name, type)
      if (named !== shorter && source) imports.push(source)
      shorter = named
    }
    if (shorter !== text) short.set(file, [...imports, shorter].join("\n"))
  }
  return short
}

const modelsIn = (text) => Array.from(text.matchAll(declared), ([, name, type]) => [name, type])

/** The models that a file imports from another one, or hands on: then they have to be imported to be named. */
function modelsFrom(text, files, how) {
  const lines = text.matchAll(
    how === "import"
      ? /^import \{([^}]*)\} from '\.\/([^']+)\.cjs';$/gm
      : /^export \{([^}]*)\} from '\.\/([^']+)\.cjs';$/gm,
  )
  return Array.from(lines).flatMap(([, list, from]) => {
    const other = files.get(`${from}.d.cts`) ?? ""
    const [, exported = ""] = /^export \{([^}]*)\};$/m.exec(other) ?? []
    const types = new Map(modelsIn(other))
    const ownNames = new Map(pairs(exported).map(([own, name]) => [name, own]))
    return pairs(list).flatMap(([name, local]) => {
      const type = types.get(ownNames.get(name))
      if (type === undefined) return []
      return [[local, type, how === "export" ? `import { ${name} as ${local} } from './${from}.cjs';` : undefined]]
    })
  })
}

/** `a as b, c` → a is b, c is itself; types alone are no values. */
const pairs = (list) =>
  list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "" && !one.startsWith("type "))
    .map((one) => one.split(" as "))
    .map(([name, other = name]) => [name, other])

/** Every place but the declaration itself, however deep its lines begin. */
function replaceType(text, name, type) {
  const [first, ...rest] = type.split("\n")
  let shorter = text
  for (let depth = 1; depth <= 12; depth += 1) {
    const tabs = "\t".repeat(depth)
    shorter = shorter.replaceAll([first, ...rest.map((line) => tabs + line)].join("\n"), `typeof ${name}`)
  }
  return shorter
}

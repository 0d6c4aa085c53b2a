export interface CompletionFlag {
  readonly about: string
  /** One letter. */
  readonly short?: string
  /** Absent for a flag without a value. */
  readonly values?: CompletionValues
}

/** The possible values; `files` and `profiles` are looked up on request, `columns` are the command's, `paths` the service's. */
export type CompletionValues = readonly string[] | "files" | "profiles" | "columns" | "paths"

/** The words to complete, generated at build time. */
export interface CompletionWords {
  readonly globals: Readonly<Record<string, CompletionFlag>>
  /** Topics of `mas help` other than commands. */
  readonly topics: readonly string[]
  readonly groups: Readonly<Record<string, CompletionGroup>>
  /** Methods with descriptions, by path of the service. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, string>>>>
}

interface CompletionGroup {
  readonly about: string
  /** The verb that runs when none is given. */
  readonly defaultVerb?: string
  /** By verb; a one-word command has a single verb with an empty name. */
  readonly verbs: Readonly<Record<string, CompletionVerb>>
}

interface CompletionVerb {
  readonly about: string
  /** The possible values of each argument with choices. */
  readonly arguments?: readonly CompletionValues[]
  readonly flags: Readonly<Record<string, CompletionFlag>>
  readonly columns?: readonly string[]
}

type Offer = readonly [word: string, about?: string]

/** Tells the shell's script to complete file names. */
const files = ":files"

/**
 * The completions of the last word typed after `mas`: one line each, with a description after a tab; or the single line
 * `:files`. The same for every shell.
 */
export function completionsFor(
  typed: readonly string[],
  words: CompletionWords,
  profiles: () => readonly string[],
): string[] {
  const isHelp = typed[0] === "help" && typed.length > 1
  const line = readTyped(isHelp ? typed.slice(1) : typed)
  const { group, verb, args, pending, isUnknown } = readBefore(line.before, words)
  const flags = flagsOf(group, verb, words.globals)
  const { flag, current, prefix } = withLetters(line, flags)
  const valued = flag ?? pending
  const offers = valued !== undefined ? valuesOf(flags[valued]?.values) : wordOffers()
  if (offers === files) return [files]
  return offers
    .filter(([word]) => word.startsWith(current))
    .map(([word, about]) => (about ? `${prefix}${word}\t${about}` : prefix + word))

  function wordOffers(): readonly Offer[] | typeof files {
    if (isUnknown) return []
    if (current.startsWith("-")) return flagOffers(flags, current)
    if (!group) return [...groupOffers(words), ...(isHelp ? words.topics : ["help"]).map((word): Offer => [word])]
    if (!verb) return Object.entries(group.verbs).map(([name, { about }]) => [name, about])
    return valuesOf(verb.arguments?.[args.length])
  }

  function valuesOf(values: CompletionValues | undefined): readonly Offer[] | typeof files {
    if (values === "files") return files
    if (values === "paths")
      return pathOffers(words.paths, current, verb?.arguments?.[1] === "paths" ? args[0] : undefined)
    const list = values === "profiles" ? profiles() : values === "columns" ? verb?.columns : values
    return (list ?? []).map((value) => [value])
  }
}

/** Completes `-ojs` as a value; the letters before are switches. */
function withLetters(line: ReturnType<typeof readTyped>, flags: Readonly<Record<string, CompletionFlag>>) {
  const { current, flag } = line
  if (flag !== undefined || !/^-[a-z]/i.test(current)) return line
  const end = valuedLetter(current, flags)
  if (!end || end.index + 1 === current.length) return line
  const start = current.length - current.slice(end.index + 1).replace(/^=/, "").length
  return { ...line, flag: end.name, current: current.slice(start), prefix: current.slice(0, start) }
}

/** The first letter that takes a value: the rest of the word is its value. */
function valuedLetter(word: string, flags: Readonly<Record<string, CompletionFlag>>) {
  for (let index = 1; index < word.length; index += 1) {
    const flag = Object.entries(flags).find(([, { short }]) => short === word[index])
    if (!flag) return undefined
    if (flag[1].values) return { name: flag[0], index }
  }
  return undefined
}

/** Paths of the service that continue the typed text, up to the next id, which only the caller knows; a typed id is skipped. */
function pathOffers(paths: CompletionWords["paths"], typed: string, method: string | undefined): Offer[] {
  const parents = typed.split("/").slice(0, -1)
  const offers = Object.entries(paths).flatMap(([path, methods]): Offer[] => {
    const parts = path.split("/")
    const fits = parents.every((part, index) => part === parts[index] || (part !== "" && parts[index]?.startsWith("{")))
    const about = method === undefined ? Object.values(methods)[0] : methods[method.toUpperCase()]
    if (!fits || about === undefined || parts.length <= parents.length) return []
    const rest = parts.slice(parents.length)
    const end = rest.findIndex((part) => part.startsWith("{"))
    const word = [...parents, ...(end < 0 ? rest : [...rest.slice(0, end), ""])].join("/")
    if (end === 0) return []
    return [end < 0 ? [word, about] : [word]]
  })
  return [...new Map(offers.map((offer) => [offer[0], offer])).values()]
}

/** The words before the last one, and the part of the last one to complete. */
function readTyped(typed: readonly string[]) {
  const words = joinEquals(typed)
  const last = words.at(-1) ?? ""
  const before = words.slice(0, -1)
  const [, flag, value] = /^--([^=]+)=(.*)$/s.exec(last) ?? []
  const text = value ?? last
  // A list: complete the part after the last comma.
  const start = text.startsWith("-") ? 0 : text.lastIndexOf(",") + 1
  // bash splits at `=` and completes only the part after it.
  const isSplit = typed.at(-1) === "=" || typed.at(-2) === "="
  const flagPart = flag === undefined || isSplit ? "" : `--${flag}=`
  return { before, flag, current: text.slice(start), prefix: flagPart + text.slice(0, start) }
}

/** Joins `--output`, `=`, `js` to one word. */
function joinEquals(typed: readonly string[]): string[] {
  const words: string[] = []
  for (const [index, word] of typed.entries()) {
    const isAfterFlag = word === "=" && /^--[^=]+$/.test(typed[index - 1] ?? "")
    const isValue = typed[index - 1] === "=" && /^--[^=]+$/.test(typed[index - 2] ?? "")
    if (isAfterFlag || isValue) words[words.length - 1] += word
    else words.push(word)
  }
  return words
}

/** The command named so far, the number of its arguments, and the flag that expects a value. */
function readBefore(before: readonly string[], { groups, globals }: CompletionWords) {
  let group: CompletionGroup | undefined
  let verb: CompletionVerb | undefined
  const args: string[] = []
  let pending: string | undefined
  let isUnknown = false
  for (const word of before) {
    if (pending !== undefined) pending = undefined
    else if (word.startsWith("-")) {
      pending = valuedFlag(word, flagsOf(group, verb, globals))
    } else if (!group) {
      group = ownValue(groups, word)
      verb = group && ownValue(group.verbs, "")
      isUnknown = !group
    } else if (!verb) {
      verb = ownValue(group.verbs, word)
      isUnknown = !verb
    } else args.push(word)
    if (isUnknown) break
  }
  return { group, verb, args, pending, isUnknown }
}

/** The flags of a verb, or of the one that runs when none is given, and those of every command. */
function flagsOf(
  group: CompletionGroup | undefined,
  verb: CompletionVerb | undefined,
  globals: CompletionWords["globals"],
): CompletionWords["globals"] {
  return { ...(verb ?? group?.verbs[group.defaultVerb ?? ""])?.flags, ...globals }
}

/** The flag that expects a value after a word such as `--output`, `-o` or `-qo`. */
function valuedFlag(word: string, flags: Readonly<Record<string, CompletionFlag>>): string | undefined {
  if (word.startsWith("--")) return flags[word.slice(2)]?.values ? word.slice(2) : undefined
  const end = valuedLetter(word, flags)
  return end && end.index + 1 === word.length ? end.name : undefined
}

const groupOffers = ({ groups }: CompletionWords) =>
  Object.entries(groups).map(([name, { about }]): Offer => [name, about])

function flagOffers(flags: Readonly<Record<string, CompletionFlag>>, current: string): Offer[] {
  const isNegated = current.startsWith("--no-")
  return Object.entries(flags).flatMap(([name, { about, values }]): Offer[] => {
    const no: Offer[] = values === undefined && isNegated ? [[`--no-${name}`, about]] : []
    return [[`--${name}`, about], ...no]
  })
}

function ownValue<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

/** A flag as completion knows it. */
export interface CompletionFlag {
  readonly about: string
  /** Absent where it takes no value. */
  readonly values?: CompletionValues
}

/** What a value can be; `files` and `profiles` are looked up when they are asked for. */
export type CompletionValues = readonly string[] | "files" | "profiles"

/** What completion offers, made at build time. */
export interface CompletionWords {
  readonly globals: Readonly<Record<string, CompletionFlag>>
  /** What `mas help` speaks of beside the commands. */
  readonly topics: readonly string[]
  readonly groups: Readonly<Record<string, CompletionGroup>>
}

interface CompletionGroup {
  readonly about: string
  /** By verb; a command of one word has one, with an empty name. */
  readonly verbs: Readonly<Record<string, CompletionVerb>>
}

interface CompletionVerb {
  readonly about: string
  /** What each argument can be, where one has a choice. */
  readonly arguments?: readonly CompletionValues[]
  readonly flags: Readonly<Record<string, CompletionFlag>>
}

/** A word, and what it is about. */
type Offer = readonly [word: string, about?: string]

/** Tells the shell's script to offer files. */
const files = ":files"

/**
 * What can stand in place of the last of the words typed after `mas`: a line each, with a tab before what it is about; or
 * the one line `:files`. The same for every shell.
 */
export function completionsFor(
  typed: readonly string[],
  words: CompletionWords,
  profiles: () => readonly string[],
): string[] {
  const isHelp = typed[0] === "help" && typed.length > 1
  const { before, current, prefix, flag } = readTyped(isHelp ? typed.slice(1) : typed)
  const { group, verb, args, pending, isUnknown } = readBefore(before, words)
  const flags = { ...verb?.flags, ...words.globals }
  const valued = flag ?? pending
  const offers = valued !== undefined ? valuesOf(flags[valued]?.values, profiles) : wordOffers()
  if (offers === files) return [files]
  return offers
    .filter(([word]) => word.startsWith(current))
    .map(([word, about]) => (about ? `${prefix}${word}\t${about}` : prefix + word))

  function wordOffers(): readonly Offer[] | typeof files {
    if (isUnknown) return []
    if (current.startsWith("-")) return flagOffers(flags, current)
    if (!group) return [...groupOffers(words), ...(isHelp ? words.topics : ["help"]).map((word): Offer => [word])]
    if (!verb) return Object.entries(group.verbs).map(([name, { about }]) => [name, about])
    return valuesOf(verb.arguments?.[args], profiles)
  }
}

/** The words before the last one, and what of the last one is to be completed. */
function readTyped(typed: readonly string[]) {
  const words = joinEquals(typed)
  const last = words.at(-1) ?? ""
  const before = words.slice(0, -1)
  const [, flag, value] = /^--([^=]+)=(.*)$/s.exec(last) ?? []
  const text = value ?? last
  // A list: what comes after the last comma.
  const start = text.startsWith("-") ? 0 : text.lastIndexOf(",") + 1
  // bash splits at `=` and completes what comes after it alone.
  const isSplit = typed.at(-1) === "=" || typed.at(-2) === "="
  const flagPart = flag === undefined || isSplit ? "" : `--${flag}=`
  return { before, flag, current: text.slice(start), prefix: flagPart + text.slice(0, start) }
}

/** `--output`, `=`, `js` as one word again. */
function joinEquals(typed: readonly string[]): string[] {
  const words: string[] = []
  for (const [index, word] of typed.entries()) {
    const isAfterFlag = word === "=" && /^--[^=]+$/.test(typed[index - 1] ?? "")
    const isValue = typed[index - 1] === "=" && /^--[^=]+$/.test(typed[index - 2] ?? "")
    if (isAfterFlag || isValue) words.push(`${words.pop() ?? ""}${word}`)
    else words.push(word)
  }
  return words
}

/** How far the command is named, how many arguments it has, and the flag that waits for its value. */
function readBefore(before: readonly string[], { groups, globals }: CompletionWords) {
  let group: CompletionGroup | undefined
  let verb: CompletionVerb | undefined
  let args = 0
  let pending: string | undefined
  let isUnknown = false
  for (const word of before) {
    if (pending !== undefined) pending = undefined
    else if (word.startsWith("-")) {
      const name = word.slice(2)
      pending = { ...verb?.flags, ...globals }[name]?.values ? name : undefined
    } else if (!group) {
      group = own(groups, word)
      verb = group && own(group.verbs, "")
      isUnknown = !group
    } else if (!verb) {
      verb = own(group.verbs, word)
      isUnknown = !verb
    } else args += 1
    if (isUnknown) break
  }
  return { group, verb, args, pending, isUnknown }
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

function valuesOf(
  values: CompletionValues | undefined,
  profiles: () => readonly string[],
): readonly Offer[] | typeof files {
  if (values === "files") return files
  return (values === "profiles" ? profiles() : (values ?? [])).map((value) => [value])
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

const reserved = new Set(
  [
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally",
    "for function if implements import in instanceof interface let new null package private protected public return static super",
    "switch this throw true try typeof var void while with yield",
  ].flatMap((line) => line.split(" ")),
)

/** The identifier for a folder: `password-reset` is `passwordReset`. */
export function constantName(folder: string): string {
  const [first = "", ...others] = wordsOf(folder)
  const name = first.charAt(0).toLowerCase() + first.slice(1) + others.map(capitalized).join("")
  return /^\p{ID_Start}/u.test(name) && !reserved.has(name) ? name : `_${name}`
}

/** The name of the type of its data: `PasswordResetData`. */
export function typeName(folder: string): string {
  const name = wordsOf(folder).map(capitalized).join("")
  return `${/^\p{ID_Start}/u.test(name) ? "" : "_"}${name}Data`
}

const wordsOf = (folder: string) => folder.split(/\P{ID_Continue}+|_/u).filter(Boolean)
const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

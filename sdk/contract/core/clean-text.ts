declare const exit: unique symbol

/** Where text of the service, a mail, a database row or another program leaves this package. */
export type Exit = "terminal" | "shell" | "html" | "file name" | "model" | "log"

/**
 * Text that its exit's cleaner made harmless there. An exit takes nothing else, so that foreign text without its cleaner does not
 * compile.
 */
export type CleanText<To extends Exit> = string & { readonly [exit]: To }

/** Marks text as clean for an exit: only for that exit's cleaner, and for text that is made of clean text. */
export const cleanFor = <To extends Exit>(_exit: To, text: string): CleanText<To> => text as CleanText<To>

/**
 * Characters that nobody sees, or that change the direction of the text around them. Joiners and soft hyphens are not among
 * them: they belong to words.
 */
export const invisible =
  /[\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu

/** Text for logs and error messages: control and invisible characters are escaped as `\u001b`, except line feeds and tabs. */
export function visibleText(text: string): CleanText<"log"> {
  return cleanFor("log", text.replace(/[^\P{Cc}\n\t]/gu, escaped).replace(invisible, escaped))
}

/** The same as a single line, which cannot forge further lines of a log. */
export const visibleLine = (text: string): CleanText<"log"> => cleanFor("log", visibleText(text).replace(/\n/g, "\\n"))

/** Characters as `\u001b`, which JSON reads as the same text. */
export const escaped = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join("")

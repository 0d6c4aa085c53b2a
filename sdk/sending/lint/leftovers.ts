import type { Report } from "./part.ts"
import type { LintRule } from "./rules.ts"

/** Variables of systems, about which mails to programmers speak. */
const environment =
  "(?:PATH|HOME|USER|USERNAME|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMFILES|PROGRAMDATA|WINDIR|SYSTEMROOT|TEMP|TMP|PWD|SHELL)"

/** Merge tags of mail services and template languages, as regular expressions. */
const mergeTags: readonly string[] = [
  // Liquid, Handlebars, Jinja.
  String.raw`\{\{[^{}]{0,200}\}?`,
  String.raw`\{%[^{}]{0,200}`,
  // Brevo, ActiveCampaign, Mailgun: %FNAME%, %recipient.name%. Not "50%OFF%" or "50 %OFF%", nor encoded characters of an address.
  String.raw`(?<![\d%]|\d[ \xa0])%(?![\dA-F]{2})(?!${environment}%)[\p{L}_][\p{L}\d_.-]{2,60}%(?![\dA-F]{2})`,
  // Salesforce: %%FirstName%%, %%=v(@name)=%%, %%[ block ]%%, {!Contact.Name}, {!IF(Contact.Name, 1, 2)}.
  String.raw`%%[A-Za-z=[][^%\n]{0,60}%%`,
  String.raw`\{!\$?[A-Za-z][^{}\n]{0,80}\}`,
  // Mailchimp: *|FNAME|*, *|IF:VIP|*.
  String.raw`\*\|[A-Za-z][\w:. =-]{0,60}\|\*`,
  // Template literals, Ruby, Smarty. Not a price such as ${5}.
  String.raw`[$#]\{(?!${environment}\})[A-Za-z_][\w.$?()[\] ]{0,60}\}`,
  String.raw`\{\$[A-Za-z_][^{}\n]{0,60}\}`,
  // ERB, EJS, PHP.
  String.raw`(?:<|&lt;)%[^%<>\n]{0,200}%(?:>|&gt;)`,
  String.raw`<\?(?:=|php)[^<>\n]{0,200}\?>`,
  // GetResponse, Mailjet: [[firstname]]; Emma: [% first_name %]; Campaign Monitor: [firstname,fallback=]; MailPoet: [subscriber:firstname].
  // Not R's list[[name]].
  String.raw`(?<![\p{L}\d_)\]])\[\[ ?[A-Za-z_][^[\]\n]{0,60}\]\]`,
  String.raw`\[%[^%\n]{0,60}%\]`,
  String.raw`\[[A-Za-z_]{1,40},\s?fallback=[^[\]\n]{0,60}\]`,
  String.raw`\[(?:subscriber|contact|user):(?! )[^[\]\n]{1,60}\]`,
  // Python, and what was meant to be replaced by hand: {first_name}, [Your Name].
  String.raw`[{[](?:[Ff]irst|[Ll]ast|[Ff]ull|[Cc]ustomer|[Yy]our|FIRST|LAST|FULL|CUSTOMER|YOUR)[_ ]?(?:[Nn]ame|NAME)[}\]]`,
  // Dotdigital.
  String.raw`(?<![\w.])@[A-Z][A-Z_]{2,40}@(?!\w)`,
]

const continued = "[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]"
/** UTF-8 that was read as Windows-1252. Some of its characters also follow a capital: Portuguese «IRMÃ». */
const misread: readonly string[] = [
  // A no-break space may have become a blank.
  String.raw`(?<=\d)Â|(?<=\p{Ll})Ã(?!\p{L})`,
  "[ÃÂÅÄ][¡-ª¬-º¼-¿\x80-\x9f€‚ƒ„†‡ˆ‰Š‹ŒŽ•˜š›œžŸ]",
  String.raw`(?<=\p{Ll})[ÃÂÅÄ]${continued}`,
  String.raw`[ÃÂÅÄ]${continued}(?=\p{L})`,
  "â(?:€|‚¬)",
  "ðŸ",
  "ã[‚ƒ]",
  `(?:[ÐÑÎÏØÙ×]${continued}|[à-ï]${continued}{2}){2}`,
  // The same in names of HTML.
  "&A(?:tilde|circ);(?:[¡-¿]|&(?:i?excl|cent|pound|curren|yen|brvbar|sect|uml|copy|ord[fm]|laquo|not|shy|reg|macr|deg|plusmn|sup\\d|acute|micro|para|middot|cedil|raquo|frac\\d+|iquest);)",
  "&#(?:65533|[xX]0{0,4}[fF]{3}[dD]);",
  "ï»¿",
  "[\x80-\x9f\ufffd]",
  String.raw`\ufeff(?=[\p{L}\d])`,
]

const entity = "(?:[A-Za-z]{2,8}\\d{0,2}|#\\d{1,6}|#[xX][\\dA-Fa-f]{1,6});"

/** Greetings after which a name stands. */
const greetings =
  "Hi|Hello|Hey|Dear|Hallo|Liebe[rs]?|Guten (?:Tag|Morgen|Abend)|Sehr geehrte[r]?|Moin|Servus|Bonjour|Bonsoir|Salut|Ch(?:er|ère)|Hola|Estimad[oa]|Querid[oa]|Olá|Oi|Car[oa]|Prezad[oa]|Ciao|Gentile|Buongiorno|Hei|Hej|Kjære|Kære|Bästa|Moi|Beste|Geachte|Dag|Cześć|Witaj|Drog[ia]|Ahoj|Milý|Milá|Merhaba|Sevgili|Sayın|Здравствуйте|Привет|Уважаем(?:ый|ая)|Дорог(?:ой|ая)|Вітаємо|Γεια σου|Αγαπητ(?:έ|ή)"
const space = "(?:\\s|&nbsp;|&#160;)"

/** Text that programs and templates leave in place of a value: the expressions of each rule. */
const leftovers = {
  // Once for a run of it: trying each of a thousand again would take quadratic time.
  undefined: ["(?<!undefined)(?:undefined)+(?!\\p{Script=Latin})"],
  null: ["(?<![\\p{Script=Latin}\\d])(?:null|Null|NULL)+(?![\\p{Script=Latin}\\d])"],
  nan: ["(?<![A-Za-z])(?:NaN)+(?![A-Za-z])"],
  "invalid-date": ["Invalid Date(?:Time)?(?![A-Za-z])"],
  "object-object": [
    String.raw`\[object (?:[A-Z]\w{0,40}|global)\]`,
    String.raw`\[Function(?:: \w{1,40}| \(anonymous\))\]`,
    "Promise \\{ ",
  ],
  "merge-tag": mergeTags,
  "wrong-charset": misread,
  "double-escape": [`&(?:amp;)+${entity}`],
  "missing-name": [`(?<![\\p{L}\\d])(?:${greetings})(?: (?:Herr|Frau|Mr|Mrs|Ms|Dr)\\.?)?${space}+(?=,|<(?![%?])|$)`],
} as const satisfies Partial<Record<LintRule, readonly string[]>>

const ruleNames = Object.keys(leftovers) as (keyof typeof leftovers)[]
const leftover = new RegExp(
  Object.values(leftovers)
    .map((sources) => `(${sources.join("|")})`)
    .join("|"),
  "gu",
)

/** Text after the word in prose about programs or law. */
const inProse =
  /^(?:-|\s+(?:(?:and|&|&amp;) void|island|sets?\b|hypothes[ie]s|pointers?|values?|terminat|references?|behaviou?r|variables?|functions?|propert|index|errors?|checks?)\b)/
const beforeProse =
  /(?:["'`“‘„«]|["']\s?:\s{0,3}|\b(?:an?|the|not)\s+|(?:by zero|\/0|variable) (?:is|ist) |-|\/dev\/)$/i

/** Words of German, Norwegian and Estonian, in which "null" is zero. */
const zeroWords =
  /(?<![\p{L}])(?:und|nicht|mit|für|wir|sie|ist|auf|von|zum|zur|eine[nmrs]?|ihre?[nmrs]?|oder|auch|bei|gibt|der|ich|nur|jetzt|prozent|uhr|toleranz|risiko|zinsen|kosten|versand\p{L}{0,12}|gebühren|fehler|bock|og|ikke|hadde|har|på|det|fra|deg|uten|bare|til|ingen|feil|kroner|ning|meie|teie|teil|kuni|eurot|krooni|das|die|zu|komma|nichts|problem|zwei|tilbake)(?!\p{L})/iu
/** The place of a name, a number or another value: "null" there is a missing one in these languages too. */
const beforeValue =
  /(?:^|\P{L})(?:hallo|hello|dear|hi|hei|hey|hej|moin|servus|tere|lieber?|geehrte[r]?|herr|frau|guten (?:tag|morgen|abend)|kjære|kære|bestellung|bestell\p{L}{0,12}|rechnung\p{L}{0,12}|auftrag\p{L}{0,12}|kunde|kundin|kunden\p{L}{0,12}|nummer|nr\.?|code|paket|ordre\p{L}{0,12}|bestilling\p{L}{0,12}|faktura\p{L}{0,12}|pakke\p{L}{0,4}|kode\p{L}{0,4}|navn|tellimus\p{L}{0,6})[\s:#]{1,3}$/iu
const beforeZero =
  /(?:^|\P{L})(?:bei|auf|unter|über|gegen|gleich|stunde|komma|zu|zwei|drei|vier|fünf|sechs|under|over|lik|minus|tilbake på)\s+$/iu
const afterZero = /^(?:\s|&nbsp;|-)+(?:\p{L}|%)/u

/** How the service fills in the merge tags of a message. */
export interface Filling {
  /** False if the service has already filled them in: any merge tag is then left over. */
  readonly isOpen: boolean
  readonly data: unknown
  /** True if Liquid tags may have values that `data` does not show. */
  readonly hasLiquid: boolean
  /** True in languages in which "null" is a number. */
  readonly saysZero: boolean
}

export const saysZero = (texts: readonly (string | null | undefined)[]): boolean =>
  texts.some((text) => text && /\bnull\b/i.test(text)) && texts.some((text) => text && zeroWords.test(text))

/** Whether a text may have leftovers. Most mails have none, so this saves the full search. */
export const mayHaveLeftovers = (text: string): boolean => text.search(leftover) >= 0

/** Reports leftovers in a text or an attribute value: in `whole`, from `start` to `end`. */
export function findLeftovers(source: string, start: number, end: number, report: Report, filling: Filling): void {
  for (const match of source.slice(start, end).matchAll(leftover)) {
    const [excerpt, ...groups] = match
    const rule = ruleNames[groups.findIndex((group) => group !== undefined)]
    if (rule === undefined) continue
    const at = start + match.index
    const context = { before: textBefore(source, at), after: textAfter(source, at + excerpt.length) }
    if (!isFine(rule, excerpt, context, filling))
      report(rule, at, source.slice(Math.max(start, at - 20), Math.min(end, at + excerpt.length + 20)))
  }
}

interface Context {
  readonly before: string
  readonly after: string
}

const textBefore = (source: string, at: number): string =>
  source
    .slice(Math.max(0, at - 80), at)
    .replace(/^[^<>]*>/, "")
    .replace(/<[^<>]*>/g, "")

const textAfter = (source: string, at: number): string => source.slice(at, at + 80).replace(/<[^<>]*(?:>|$)/g, "")

function isFine(rule: LintRule, match: string, { before, after }: Context, filling: Filling): boolean {
  if (rule === "merge-tag") return isFilled(match, filling)
  // Its name may be an empty element.
  if (rule === "missing-name") return !/^(?:\s|&nbsp;|&#160;)*,/.test(after)
  if (rule !== "null" && rule !== "undefined") return false
  if (inProse.test(after) || beforeProse.test(before)) return true
  return (
    rule === "null" &&
    filling.saysZero &&
    (beforeZero.test(before) || (afterZero.test(after) && !beforeValue.test(before)))
  )
}

/** Whether the service will fill in a tag: fields of `contact`, fields that `data` has, and Liquid's own values. */
function isFilled(tag: string, { isOpen, data, hasLiquid }: Filling): boolean {
  if (!isOpen || !/^\{[{%]/.test(tag)) return false
  const [root = "", ...path] = /[\w.]+/.exec(tag)?.[0]?.split(".") ?? []
  if (hasLiquid || tag.startsWith("{%")) return hasLiquid
  const hasValue = path.reduce<unknown>(fieldOf, data) !== undefined || /\|\s*default\b/.test(tag)
  return root === "contact" || (root === "data" && hasValue)
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

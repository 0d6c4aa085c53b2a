import { consentOf, fold } from "./consent.ts"
import { agreementStem } from "./consent-words.ts"
import { isJson } from "./json-fields.ts"

// With `optIn`, a "no" that is not understood would opt somebody in. These lists only stop an import: nobody is opted in or taken off by
// them, so a word too many costs a question.

/** Beginnings of words about contact, sending and refusal, in names that no other list explains. Compared after `fold`. */
const contactWord =
  /^(?:opt|opted|opts|pub|huy|stop|dm|ret|salji|gui|kirim|izin|dne|left|quit|junk|dead|deceased|rejected|dropped|resilie)$|^(?:send|write|contact|kontakt|reach|notif|message|communic|comunic|market(?!place)|promo|reklam(?!a[ct])|advert|anschreib|angeschrieb|schreib|zusend|benachrichtig|widerspr|recevoir|recoi|envoye|ecrire|demarch|publicit|enviar|envien|envie|enviem|recibir|receber|receive|rebre|escrib|escrev|contat|baixa|invia|inviat|ricever|scriver|sturen|stuur|ontvang|schrijv|benader|wysy[lł]|sprzeciw|otrzym|rezygn|kuld|kapcsol|(?:ne)?(?:zasil|posiel|posil)|skick|utskick|motta|modtag|reservert|lahet|yhteyd|viesti|trimit|primi|refuz|gonder|iletis|reddet|iptal|odjav|salj|slati|loobu|atrakst|atsisak|afskra|bajatu|cregjistr|berhenti|hubungi|nyahlangg|anulad|gekund|avslut|opgezegd|optou|lopetatud|deliverab)/
const contactPart =
  /mail|courriel|correo|marketing|werb|zugestimm|メール|メイル|메일|邮件|郵件|电邮|電郵|почт|письм|писем|بريد|رسائل|דואר|ईमेल|मेल|อีเมล/u
/** Names of what somebody else does, or of what is counted and described. */
const otherSubject =
  /^(?:last|first|has|primary|main|billing|emergency)$|^(?:ids?|names?|owner|source|quelle|url|page|title|dates?|datum|fecha|time|timestamp|since|verified|provider|domain|opened|opens?|clicks?|clicked|delivered|sent|rate|score|count|total)$/

/** Names of texts and addresses, where a cell that begins with "no" is no refusal: the state of Nebraska is NE. */
const freeSubject =
  /^(?:street|city|town|state|province|region|zip|postal|postcode|country|county|address|code|messages?|notes?|comments?|remarks?|subject|body|text|nachricht|mensaje|messaggio|company|phone|mobile|role|type|groups?|lists?|tags?|segments?)$/

/** Beginnings of words about an end, under which a date or an answer may say that somebody left. What is cancelled is an order. */
const endWord =
  /^(?:quit|left$|leav(?:e|es|ing)$|end$|ended|exit|terminat|churn|lapse|kundig|resili|cessa[tz]|opzeg|rezygn|uppsag|opsagt)/
/** What else may have ended. */
const endedSubject =
  /^(?:orders?|events?|bookings?|appointments?|reservations?|trials?|jobs?|lease|contracts?|bestellung|termin|pedido|commande|ordine)$/
const isDate = (cell: string) => /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?!\d)/.test(cell.trim())

/** A yes or no in languages whose words decide nothing, and marks. */
const answerWords: ReadonlySet<string> = new Set(
  `да не бале так ні иә жоқ тийм үгүй بله خیر آری نه हाँ हां नहीं জি হ্যাঁ না ใช่ ไม่ ไม่ใช่ კი არა այո ոչ có không bai ez po jo ναι όχι
  はい いいえ 可 不可 要 不要 有 無 有り 無し あり なし 済 未 はい。 是 否 对 不 好 需要 不需要 是的 예 네 아니오 아니요 유 무
  ○ 〇 ◯ × ✕ ✖ ☓ ◎ △ ● ok ng`
    .split(/\s+/)
    .map((word) => fold(word)),
)
const nothingWord = /^(?:none|nothing|nichts|keine?|aucune?|ningun[oa]|nessun[oa]|nenhum|brak|geen)$/

const isAnswer = (cell: string) => {
  const text = fold(cell.trim())
  if (/^[01](?:[.,]0+)?$/.test(text) || answerWords.has(text)) return true
  return !/^(?:[\d\s.,%-]+|x)$/.test(text) && ["yes", "no"].includes(consentOf(text, "opt_in"))
}
const isRefusal = (cell: string) =>
  !/^[\d\s.,%-]+$/.test(cell) && (consentOf(cell, "opt_in") === "no" || nothingWord.test(fold(cell.trim())))

/** True for words such as "Nicht anschreiben", whose question cannot be told. */
function isAboutContact(words: readonly string[]): boolean {
  const name = words.join("")
  // A name with one of these is understood if it is not read as consent, such as "Consent message".
  if (name.search(agreementStem) >= 0) return false
  if (/marketing|mailing|werb|promo|zugestimm/.test(name)) return true
  if (/verif|fail/.test(name) || words.some((word) => otherSubject.test(word))) return false
  return contactPart.test(name) || words.some((word) => contactWord.test(word))
}

/**
 * True if a column that is not read as consent may hold a "no" to mail: it has answers, and a name about contact, or one of an
 * end, which dates answer, too, or one in an alphabet of which the lists have few words.
 */
export function mayRefuseMail(words: readonly string[], sample: readonly string[]): boolean {
  const cells = sample.filter((cell) => !isJson(cell))
  if (cells.some((cell) => cell.includes("@"))) return false
  const isEnd = words.some((word) => endWord.test(word)) && !words.some((word) => endedSubject.test(word))
  if (isEnd && cells.length > 0 && cells.every((cell) => isDate(cell) || isAnswer(cell))) return true
  const isForeign = /(?!\p{Script=Latin})\p{L}/u.test(words.join(""))
  const isContact = isAboutContact(words)
  if (!isForeign && !isContact) return false
  if (isContact && !words.some((word) => freeSubject.test(word)) && cells.some(isRefusal)) return true
  const replies = cells.filter((cell) => consentOf(cell, "opt_in") !== "neither")
  return replies.length > 0 && replies.every(isAnswer)
}

import { trimEndOf } from "../../contract/core/trim-end.ts"
import { type ContactsColumn, withoutData } from "./columns.ts"
import { type ConsentQuestion, consentOf, fold, isLeaving, joined, leavingPart } from "./consent.ts"
import { agreementStem, isExplained, statusWord } from "./consent-words.ts"
import { mayRefuseMail } from "./refusal-names.ts"

/** A column's question by its name. `either`: the name has both, such as "Opt in / out", so only full words answer. */
type NamedQuestion = ConsentQuestion | "either" | "unclear"

const otherChannel =
  /^(?:sms|mms|phone|phones|telephone|telefon|mobile|whatsapp|push|fax|call|calls|viber|postal|letter|post)$/
const mailWord = /mail|courriel|correo|メール/u
const tracking = /^(?:track|tracking|cookie|cookies|analytics|profiling)$/
const metrics =
  /^(?:opened|open|opens|clicked|click|clicks|delivered|sent|sends|rate|score|replied|replies|engagement)$/
/** Names of leaving in whole sentences, whose negations do not turn them round. */
const leavingByNegation =
  /keinen?(?:e?mail|werbung|newsletter|post)|nottohear|nottoreceive|nolonger|dontw|donotw|nepascontacter|nocontactar|noncontattare|naocontactar|nichtkontaktieren|^stope?mail|stoppub/
const datePreposition = /^(?:at|am|le|el|il|op|em|la|dne|den|since|seit|depuis|desde|dal|sinds|od)$/
/** Tails of names that describe an agreement, but do not say whether there is one. */
const details =
  /^(?:ids?|keys?|guid|uuid|hash|token|details?|names?|plans?|tier|source|quelle|rating|tags|interval|ip|method|url|page|form|text|version|type|count|number|frequency|level|lists|description|message|statement|wording|link|href|category|categories|topics?|language|sprache|campaign|title|expiry|expires?|price|amount|total|quantity|format|sets?|currency|product|renewal|date|datum|anmeldedatum|fecha|дата|zeitpunkt|time|timestamp|start|created|since|location|country|code)$/u
const legal = /gdpr|rgpd|dsgvo|privacy|datenschutz|terms|tos$/
const legalWord = /^(?:privacy|datenschutz|terms|tos)$/
const negation = /^(?:no|not|non|never|kein|keine|keinen|sans|sin|geen|stop|cancel|cancell?ed|ended)$/
/** Negations that belong to a name of leaving, such as "Do not e-mail": they do not turn it round. */
const ownNegation =
  /(?:do(?:es)? |don )?not? (?=e? ?mail|bulk|marketing|newsletter|enviar|allow|contact|send|disturb)|do not |don t /g

const leavingName =
  /undeliver|invalid|disabled|exclud|quarantin|revo[ckg]|(?:marketing|mail|contact)(?:not|dis)allowed|withdraw|objection|suspend|onhold|banned|deactivat|deaktiv|desactiv|disattiv|inactiv|npai|cleaned|cleantime|cleandate|(?:deleted|removed|removal|archived)(?:|at|on|by|from|date|time|reason|method)$|optinpending|pendingoptin|unconfirmed|donotmail|^baja|baja$|stope?mail|stoppub|nottohear|nottoreceive|nolonger|donotw|dontw|forgetthis|donotprocess|leftlist|reasonforleaving|robinson|oppositi?on|cancellazione|removid|bloqu(?:ea|eio|eo)|poistettu|slettet|borttag|kielto|letilt|заблок/u

/** Names of agreement whose words mean nothing alone. */
const agreementPhrase =
  /accepts?e?mail|accepts?marketing|marketing(?:status|permission|allowed|e?mail|preference)|e?mailmarketing|wants?(?:e?mail|news)|darf(?:kontaktiert|angeschrieben)|(?:may|can|okto)contact|izindurum|iysdurum|^accept$|allow(?:s|ed)?(?:e?mail|marketing|contact)|(?:e?mail|contact)allowed/
/** Such as "Receive our newsletters": a verb, and an object after it. */
const requests: readonly (readonly [verb: RegExp, object: RegExp])[] = [
  [/receive/, /mail|news|offer|update|marketing|promo/],
  [
    /acept|aceit|accett|akzept/,
    /mail|correo|marketing|publicid|pubblicit|comunica|werbung|recibir|receber|ricevere|promo/,
  ],
  [/comunica[cz]/, /comercia|commercial|marketing|promo/],
]
function asksToReceive(name: string): boolean {
  return requests.some(([verb, object]) => {
    const at = name.search(verb)
    return at >= 0 && object.test(name.slice(at))
  })
}

/** Names that ask nothing else: their unknown values are counted, and no other meaning is looked for. */
const plainAgreement =
  /^(?:is|has)?(?:e?mail)?(?:double)?(?:optin|optedin|subscribed|newsletter|consent|permission|marketingconsent|marketingoptin|marketingstatus|acceptsmarketing|acceptse?mailmarketing|consentstatus|einwilligung)(?:e?mail)?$/
const subscriptionNoun = /(?<!un)(?:subscription|suscripcion|abonnement|assinatura|mailinglist)/
/** The status of a subscriber: an account's "active" is not consent. */
const subscriberStatus =
  /^(?:e?mail|contact|member)?(?:subscriber|suscriptor|abonnent|abonnes?|iscritt[oi]|assinante)s?$/

/** Names that are also regions of an address: only a column with words of a subscription's state is one of status. */
const stateOrRegion = /^(?:(?:home|postal)?address)?(?:state|estado|stato|stan|stare|durum)$/
const isStateOrRegion = (header: string) => stateOrRegion.test(trimEndOf(wordsOf(header).join(""), "0123456789"))
const statusOwner =
  /^(?:e|mail|email|contact|member|subscriber|customer|user|person|account|list|global|current|address|deliverability|delivery|stop|channel|audience|profile|kontakt|client|cliente|marketing|lead|stage)$/
const bareState =
  /^(?:is|has)?(?:e?mail|user|contact|account|address)?(?:active|enabled|confirmed|verified|valid|deliverable|aktiv|bestatigt)$/

const wordsOf = (header: string): readonly string[] =>
  fold(header.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2"))
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")

/** The question that a column about e-mail asks, by the parts of its name; undefined if the name does not look like consent. */
function namedQuestion(header: string): NamedQuestion | undefined {
  const words = wordsOf(header)
  const name = words.join("")
  if (words.some((word) => tracking.test(word))) return undefined
  if (/^(?:url|link|href|token|hash)$/.test(words.at(-1) ?? "")) return undefined
  const isNegated = words.slice(0, -1).some((word) => negation.test(word))
  // In "data de subscrição", "desub" is no word.
  const undated = words
    .join(" ")
    .replace(/^(?:date|data|fecha|datum) (?:d[eiao]s?|du|del|della?|of) /, "")
    .replaceAll(" ", "")
  if (leavingPart.test(undated) || leavingName.test(undated)) {
    const others = words.join(" ").replace(ownNegation, "").split(" ")
    if (others.slice(0, -1).some((word) => negation.test(word)) && !leavingByNegation.test(name)) return "unclear"
    if (/donotun|neverun|notun|nonun|notbounc/.test(name)) return "unclear"
    const rest = name.replace(
      /(?:un|de)subscri(?:be[drs]?|ption|bing)?|opt(?:ed|ing)?out|optinpending|pendingoptin/g,
      " ",
    )
    return /optin|optedin|subscribed?(?!r)|optedin|^opted?in/.test(rest) ? "either" : "opt_out"
  }
  if (name.search(agreementStem) >= 0 || agreementPhrase.test(name) || asksToReceive(name)) {
    if (isSplitOptOut(words)) return "either"
    if (isNegated) return "opt_out"
    if (words.some((word) => metrics.test(word))) return undefined
    if (/^(?:user|role)?permissions$/.test(name)) return undefined
    if (isDescription(words)) return isExplained(words.filter((word) => !isDescriptive(word))) ? undefined : "unclear"
    if (/(?:active|paid|premium)subscription/.test(name)) return undefined
    const isLegal = legal.test(name) && !/marketing|newsletter|mail/.test(name)
    if (!isExplained(isLegal ? words.filter((word) => !legalWord.test(word)) : words)) return "unclear"
    if (isLegal) return "status"
    if (words.some((word) => statusWord.test(word)) && isOfSubscriber(words)) return "status"
    return subscriptionNoun.test(name) && !/newsletter/.test(name) ? "status" : "opt_in"
  }
  const isStatus = words.some((word) => statusWord.test(word))
  if (isStatus && words.every((word) => statusWord.test(word) || statusOwner.test(word) || /^\d+$/.test(word))) {
    return /^(?:lead|stage)/.test(name) ? undefined : "status"
  }
  return bareState.test(name) ? "status" : undefined
}

const isOfSubscriber = (words: readonly string[]) =>
  subscriberStatus.test(
    words.filter((word) => !statusWord.test(word) && !/^(?:d[eiao]s?|del|de la)$/.test(word)).join(""),
  )

/** Names that describe an agreement, such as "Consent source", "Subscribed on" and "Angemeldet am". */
const isDescription = (words: readonly string[]) =>
  details.test(words.at(-1) ?? "") ||
  /^date(?!n)|^datum|^anmeldedatum|^fecha|^data(?:d|in|is)|^time|^дата/u.test(words.join("")) ||
  /(?:ed|in|en) ?(?:at|on)$/.test(words.join(" ")) ||
  (words.length > 1 && datePreposition.test(words.at(-1) ?? ""))
const isDescriptive = (word: string) =>
  details.test(word) || datePreposition.test(word) || /^(?:data|first|last|updated)$/.test(word)

/** True for names such as "SMS consent": what they say does not concern e-mail. */
function isOtherChannel(words: readonly string[]): boolean {
  const isPostal = words.some((word) => /^(?:postal|letter|post)$/.test(word))
  const isOther = words.some((word) => otherChannel.test(word)) || words.join("").includes("whatsapp")
  return isOther && !(isPostal ? /e-?mail/u : mailWord).test(words.join(""))
}

/** "Opted In / Out": the second half of "opted" is left away. */
const isSplitOptOut = (words: readonly string[]) => /in out$/.test(words.join(" "))

/** Free text and tags: a word of leaving counts in its row, but does not make the column one of consent. */
const freeText =
  /note|comment|remark|message|descri|tag|label|group|segment|title|company|organi|address|street|city|list/

/**
 * Places the columns that can speak of consent, by name and by the values of the first rows. A column that looks like consent, and
 * whose meaning stays unclear, is marked.
 */
export function placeConsent(
  columns: readonly ContactsColumn[],
  sampleOf: (index: number) => readonly string[],
  optIn: boolean,
): readonly ContactsColumn[] {
  return columns.map((column, index) => placeColumn(column, sampleOf(index), optIn))
}

/** One column of those. A field within a cell of JSON is one, too. */
export function placeColumn(column: ContactsColumn, cells: readonly string[], optIn: boolean): ContactsColumn {
  if (!column.isUnknown || column.target === "email") return column
  const name = withoutData(column.header)
  if (isOtherChannel(wordsOf(name))) return { ...column, isUnknown: false }
  // Under "Subscriber", beside the column of addresses.
  const areAddresses = cells.length > 0 && cells.every((cell) => cell.includes("@"))
  const question = areAddresses ? undefined : namedQuestion(name)
  const unclear: ContactsColumn = { ...column, isUnclearConsent: true }
  const placedAs = (target: ConsentQuestion): ContactsColumn => ({ ...column, target, isUnknown: false })
  if (question === "unclear") return unclear
  if (question === "either") return cells.length > 0 && cells.every(isFullWord) ? placedAs("opt_in") : unclear
  // The codes of a status, such as Magento's 3, mean something else in each service.
  if (question !== undefined && isStatusName(name) && cells.some((cell) => isCode(cell, question))) return unclear
  if (question === "opt_in") {
    const isReadable =
      isPlainAgreement(name) || cells.length === 0 || cells.some((cell) => consentOf(cell, "opt_in") !== "unknown")
    return isReadable ? placedAs("opt_in") : unclear
  }
  if (question === "status" && isStateOrRegion(name)) {
    return cells.some(isStateWord) ? placedAs("status") : column
  }
  // The date of a confirmation, under "confirmed".
  if (question === "status" && cells.length > 0 && cells.every((cell) => /^\d{4}-\d\d-\d\d/.test(cell))) return column
  if (question !== undefined) return placedAs(question)
  const isAboutConsent = !freeText.test(joined(fold(name))) && cells.some(isLeaving)
  if (isAboutConsent) return placedAs("status")
  return optIn && mayRefuseMail(wordsOf(name), cells) ? unclear : column
}

/** In a bare status, 0 and 1 say whether something is active. */
const isCode = (cell: string, question: NamedQuestion) =>
  question === "status" ? /^-?\d+$/.test(cell) && !/^[01]$/.test(cell) : question === "opt_in" && /^-?\d+$/.test(cell)

/** True if all cells are words for yes or no, in any language. */
export const isYesOrNo = (cells: readonly string[]): boolean =>
  cells.length > 0 &&
  cells.every((cell) => !/\d|^x$/i.test(cell) && ["yes", "no"].includes(consentOf(cell, "opt_in")) && !isLeaving(cell))

const isStatusName = (header: string) => wordsOf(header).some((word) => statusWord.test(word))

/** True for words such as "active" or "cancelled"; the codes of regions, such as ON, have two or three letters. */
const isStateWord = (cell: string) =>
  (/[^\x20-\x7f]/.test(cell) || cell.length > 3) && consentOf(cell, "status") !== "unknown"

const isPlainAgreement = (header: string) => plainAgreement.test(trimEndOf(joined(fold(header)), "0123456789"))

/** True for words such as "unsubscribed", which need no question to be understood. */
const isFullWord = (cell: string) =>
  isLeaving(cell) || consentOf(cell, "status") === "yes" || /pending|never/i.test(cell)

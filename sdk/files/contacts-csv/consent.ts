/**
 * The question that a column answers. `opt_out`: did they leave? Anything but "no" says so. `opt_in`: did they agree?
 * `status`: words of leaving count, and words of subscription; "active" or "verified" say nothing of consent.
 */
export type ConsentQuestion = "opt_out" | "opt_in" | "status"

/** What a cell says about consent to e-mail. `silent`: nothing. `neither`: not agreed, and not left, such as "pending". */
export type ConsentVerdict = "yes" | "no" | "neither" | "unknown" | "silent"

const list = (text: string): readonly string[] => text.split(",").map((word) => fold(word.trim()))

/** Lower case, without accents: `Désinscrit` is `desinscrit`. */
export function fold(text: string): string {
  // Most cells are ASCII, and normalize is slow.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII.
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
}

/** Without blanks, hyphens and the like. */
export const joined = (folded: string): string => folded.replace(/[^\p{L}\p{M}\p{N}]/gu, "")

const subscriptionWords = list(`
  subscribed, subscriber, subscribe, confirmed subscriber, opted in, optin, opt in, double opt in, single opt in, confirmed opt in, optedin, explicitly optedin, explicitly opted in,
  double opted in, angemeldet, abonniert, abonnent, eingetragen, inscrit, inscrite, abonné, abonnée, suscrito, suscrita,
  suscriptor, iscritto, iscritta, inscrito, inscrita, assinante, ingeschreven, aangemeld, geabonneerd, subskrybuje,
  zapisany, zasubskrybowany, prenumererar, tilmeldt, påmeldt, tilaaja, přihlášen, подписан, подписчик, 購読中, 購読, 配信中,
  已订阅, 구독, feliratkozott, abonat, підписаний, підписано, abone, εγγεγραμμένος, مشترك, רשום
`)

const agreementWords = list(`
  yes, y, true, t, 1, on, ja, oui, si, sí, sim, tak, ano, evet, igen, da, kyllä, так, ναι, نعم, כן, да, はい, 是, 예, 네, có, ya, taip, jā, jah, já, x, ✓, ✔, ☑, ✅, wahr, vrai,
  verdadero, vero, verdadeiro, prawda, in, active, aktiv, actif, activo, attivo, ativo, actief, aktywny, confirmed,
  enabled, marketing, granted, given, consented, consent given, consent, agreed, accepted, accept, allowed, express,
  express consent, explicit, explicit consent, freely given consent from contact,
  希望する, 受け取る, 希望, erteilt, 許可, 許可する, 配信する, 受信する, 同意, 同意する, 購読する, 동의, 同意接收, checked, ticked, onay, onaylı
`)

/** They say that an address or an account works, not that somebody agreed. */
const neutralWords = list(`
  yes, y, true, t, 1, on, ja, oui, si, sí, x, ✓, active, aktiv, actif, activo, attivo, ativo, actief, aktywny, активен, активный, aktif, aktivní, aktív, activ, ενεργός, 有効, 正常, 활성, enabled,
  verified, valid, ok, okay, good, deliverable, confirmed, live, registered, completed, complete, paid, delivered, allow, allowed, marketing contact
`)

const refusals = list(`
  no, n, false, f, 0, off, never, nein, non, não, nee, nie, nej, nei, ne, ei, нет, いいえ, 否, 아니요, 아니오, hayır, nem, nu, ні, όχι, لا, לא, không, tidak, nē, falsch, faux, falso,
  fałsz, ✗, ✘, ❌, ☐, out, inactive, inaktiv, inactif, inactivo, inattivo, inativo, inactief, nieaktywny, disabled,
  deactivated, clean, cleaned, invalid, undeliverable, abuse, spammy, deleted, archived, removed, trashed, banned,
  withdrawn, revoked, denied, declined, rejected, refused, objected, opposed, cancelled, canceled, temp hold, on hold,
  excluded, do not mail, held, invalid email, 希望しない, 受け取らない, 不要, 無効, 无效, ungültig, gelöscht, supprimé, eliminado,
  eliminato, rimbalzato, inválido, slettet, borttagen, poistettu, törölt, not checked, unchecked, unticked, ret, neplatný, недеиствителен, удалён, удален
`)

const undecided = list(`
  never subscribed, non subscribed, not subscribed, nonsubscribed, transactional, pending, unconfirmed, unactivated,
  waiting, awaiting confirmation, redacted, unknown, none, null, undefined, n/a, na, not specified, not set, unset, -,
  unverified, general, keine, kein, geen, aucun, aucune, ninguno, ninguna, nessuno, nenhum, brak, not confirmed, sin confirmar, não confirmado, non confermato, non confirmé, nicht bestätigt
`)

/** The plain ways to say "they did not leave". */
const plainNo = new Set(
  list(`
    no, n, false, f, off, never, none, null, undefined, n/a, na, -, [], {}, nein, nie, non, não, nee, nej, nei, ne, ei, нет,
    いいえ, 否, 아니요, 아니오, hayır, nem, nu, ні, όχι, لا, לא, không, tidak, nē, falsch, faux, falso, fałsz, allow, allowed
  `),
)

/** `0`, `0.0`, `0 %`, and the date that MySQL writes for none. */
const isZero = (text: string) => /^0+(?:[.,]0+)?\s*%?$/.test(text) || /^0000-00-00/.test(text)

/** Parts of words that mean "left", in names and values. Compared after `fold` and `joined`. */
export const leavingPart =
  /unsub|desub|desus[ck]ri|optout|optedout|optingout|bounc|hardbounce|complain|suppress|blacklist|blocklist|denylist|blocked|blokk|spam|donot(?:allow|bulk|e?mail|contact|send|disturb|market)|dont(?:e?mail|contact|send|market|process|want)|dnc|nobulk|noe?mail|nomarketing|nonewsletter|abgemeld|abmeld|abbestell|ausgetragen|ausgetret|austrag|entzog|zuruckgez|widerruf|widersp|sperre|gesperrt|sperrliste|keine?newsletter|keinewerbung|keinee?mail|unzustellbar|gekundigt|desinscri|desabonn|refuse|plainte|rejete|darsedebaja|dadodebaja|debaja|noenviar|rebot|disiscri|cancellat[oa]$|annullat|afgemeld|uitgeschreven|uitschrijv|geblokkeerd|descadastr|cancelad[oa]$|removid[oa]|wypisan|wyrejestr|zrezygnow|odhlas|avregistr|avmeld|afmeld|frameld|peruut|отпис|отказ|жалоб|退会|配信停止|購読解除|解除|退订|退訂|拒收|拒否|수신거부|구독취소|バウンス|退信|投诉|投訴|苦情|beschwerde|usuniet|zazalen|npai|queja|studsad|erreurspermanentes|nepascontacter|nichtkontaktieren|nocontactar|noncontattare|naocontactar|remocao|απεγγραφ|διαγραφ|dezabon|leiratkoz|abonelikten|karaliste|відпис|скарг|탈퇴|블랙리스트|取消订阅|取消訂閱|黑名单|黑名單|ブラックリスト|停止|しない$|إلغاء|הסר/u

const notWord =
  /^(?:no|not|non|never|nicht|kein|keine|keinen|nie|nao|geen|niet|ikke|inte|ei|brak|pas|sans|sin|without|does not|не|нет|nein|nej|nei)[\s,.;:!-]/u

/** Further parts of values, which in a name may be about an order or an account. */
const leavingValue =
  /bloquead|bloccat|blockerad|blokeret|zablok|blokov|engellen|заблок|sparrad|spærret|sperret|rechazad|rebond|rebote|^invalid|erreur|baja|revocat|cancelou|optouporsair|devolvid|klacht|onbestelbaar|opgezegd|odbit|rezygnac|avslutad|avprenum|utmeldt|reservert|estetty|poistun|nedorucit|visszapatt|letilt|sikayet|iptal|доставки|недеиств|エラー|迷惑メール|不可|解約|未订阅|未訂閱|硬弹|硬彈|垃圾|반송|스팸|차단|거부/u

/** Such as "Rejected (550)" and "Deleted by the user". */
const refusalWithReason =
  /^(?:rejected|invalid|inactive|disabled|deactivated|deleted|removed|archived|banned|withdrawn|revoked|declined|refused|cancell?ed|cleaned|excluded)[\s,.;:(]/

const wordMap = (
  groups: readonly (readonly [ConsentVerdict, readonly string[]])[],
): ReadonlyMap<string, ConsentVerdict> =>
  new Map(groups.flatMap(([meaning, words]) => words.map((word) => [word, meaning] as const)))

const vocabularies = {
  opt_in: wordMap([
    ["yes", [...subscriptionWords, ...agreementWords]],
    ["no", refusals],
    ["neither", undecided],
  ]),
  status: wordMap([
    ["silent", neutralWords],
    ["yes", subscriptionWords],
    ["no", refusals],
    ["neither", undecided],
  ]),
} as const

/** Reads a cell such as `SUBSCRIBED`, `Opted-out` or `Hard bounce` as a response to the column's question. */
export function consentOf(text: string, question: ConsentQuestion): ConsentVerdict {
  const folded = fold(text.trim())
  if (folded === "") return "silent"
  if (question === "opt_out") return plainNo.has(folded) || isZero(folded) ? "silent" : "no"
  const word = folded
    .replace(/[\s_-]+/g, " ")
    .trim()
    .replace(/^1[.,]0+$/, "1")
    .replace(/[.!]{1,3}$/, "")
  const meaning = vocabularies[question].get(word) ?? vocabularies[question].get(folded)
  // -1 means "left" in AcyMailing. Before a word, a mark may be a minus or the rest of a negation.
  if (/^-\s*[1-9]/.test(folded)) return "no"
  if (meaning !== undefined) return /^[-_]./.test(folded) && meaning !== "no" ? "unknown" : meaning
  if (
    leavingPart.test(joined(folded)) ||
    leavingValue.test(joined(folded)) ||
    notWord.test(word) ||
    refusalWithReason.test(word) ||
    isZero(folded)
  )
    return "no"
  return "unknown"
}

const leavingWord =
  /^(?:(?:globally |is |auto )?un ?subscribed?|un ?subscribes?|opt(?:ed)? ?out|(?:hard |soft |permanent |e?mail )?bounced?|complain(?:ed|t|er)|spam ?(?:complaint|complained|report(?:ed)?)|marked (?:e?mail )?as spam|list unsubscribe|(?:user |manual )?suppress(?:ed|ion)|invalid e?mail|block ?listed|black ?listed|do not (?:e?mail|contact|allow)|abgemeldet|desinscrite?|desabonnee?|dad[oa] de baja|baja|disiscritt[oa]|afgemeld|uitgeschreven|descadastrad[oa]|wypisany|avregistrerad|avmeldt|afmeldt|odhlasen[ay]?|отписан|退会|配信停止|購読解除|退订|수신거부)(?= (?:by|via|from|on|at|due|because|through)\b| ?[-:(]|[.!]{0,3}$)/u

/** True if a cell of any column says that somebody left, alone or among tags: `vip, unsubscribed`. */
export function isLeaving(text: string): boolean {
  if (text.length < 2 || text.length > 200) return false
  return fold(text)
    .split(/[,;|]/)
    .some((part) =>
      leavingWord.test(
        part
          .replace(/["'[\]]/g, "")
          .replace(/[\s_-]+/g, " ")
          .trim(),
      ),
    )
}

const causes = [
  ["Complained", /complain|spam|abuse|plainte|жалоб|beschwerde|投诉|投訴|苦情|queja/u],
  ["Bounced", /bounc|undeliver|invalid|clean|unzustellbar|rebot|バウンス|退信|npai|ungultig|無効|无效/u],
  [
    "Unsubscribed",
    /unsub|desub|optout|optedout|abgemeld|abmeld|abbestell|ausgetragen|desinscri|desabonn|baja|disiscri|afgemeld|uitgeschreven|descadastr|wypisan|avregistr|avmeld|afmeld|отпис|退会|配信停止|退订|수신거부/u,
  ],
] as const

/** The cause of a "no": from the cell's words, else from the column's name. */
export function leavingCause(text: string, header: string): string {
  for (const source of [joined(fold(text)), joined(fold(header))]) {
    const cause = causes.find(([, pattern]) => pattern.test(source))
    if (cause) return cause[0]
  }
  return header
}

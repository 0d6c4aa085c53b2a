import { trimEndOf } from "../../contract/core/trim-end.ts"
import { fold } from "./consent.ts"

// A list of words that turn an agreement round ("denied", "fehlt", "résiliée") can never be complete, so a name counts as one of
// agreement only if every word of it is in these lists. Add no word that says no in any language, such as the Swedish "av", and none
// that names another thing or channel. The patterns are compared after `fold`.

/** Beginnings of words of agreement: an ending may follow. */
export const agreementStem =
  /optin|optedin|consenso|consent|subscribed|subscri|suscri|subskry|newsletter|permission|mailinglist|agree(?!ment)|gdpr|rgpd|dsgvo|einwillig|zustimm|angemeldet|anmeldestatus|abonn|werbung|inscri|iscri(?:tt|zion)|boletin|boletim|assin(?:ant|atur)|toestemming|ingeschreven|nieuwsbrief|aangemeld|zgoda|biuletyn|samtyck|prenumer|nyhetsbrev|samtykke|tilmeld|nyhedsbrev|suostum|uutiskirje|souhlas|odber|соглас|подпис|рассыл|購読|メルマガ|配信|同意|订阅|訂閱|수신|구독|hirlevel|feliratk|hozzajar|consimt|abonat|izni|ileti|bulten|розсил|згод|підпис|абонам|абонир|съглас|бюлетин|ενημερωτικ|συγκαταθ|συναιν|εγγραφ|نشر|اشتراك|موافق|דיוור|ניוזלטר|הסכמ|naujienlaisk|sutikim|uudiskiri|nousolek|jaunum|piekrisan|privola|pristanek|glasilo|frettabref|bantin|langganan|setuju|受信|ニュースレター|お知らせ|接收|营销|동의|뉴스레터|publicidad|pubblicita|reklam(?!a[ct])|mailable|contactable/gu

/** Other words that may be joined with those, as in "Werbeeinwilligung", or stand alone. An ending may follow, too. */
const part =
  /e?mail|epost|courriel|correo|marketing|werbe|anmeldung|anmelde|empfang|double|dopp[ei]lt?|single|confirm|bestatigt|oxdb|status|receive|accept|wants?|メールマガジン|電子|メール|希望|可否|有無|状態|設定|已|是否|状态|狀態|电子|邮件|電郵|郵件|이메일|메일|마케팅|상태|여부/gu

/** Words for a status. */
export const statusWord =
  /^(?:status|statusz|statut|estatus|stav|tila|durum|статус|ステータス|状態|状态|狀態|상태|상황|κατασταση|(?:ال)?حالة|סטטוס|state|estado|stato|stan|stare|situacao)$/u

/** The beginnings that may stand before a stem in the same word; `ال` is the Arabic article. */
const beginnings: ReadonlySet<string> = new Set(["", "is", "has", "date", "ال"])

const list = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/\s+/)
      .map((word) => fold(word)),
  )

/** Inflections in all languages: never "ex", "off", "los" or the like, which would turn a stem round. */
const endings: ReadonlySet<string> = new Set([
  "",
  ...list(`
    s es e ee ees ed er ers r en ing t ts te tes ten a o i y u em et us as os is at on
    ung ungs ungen ement ements imiento imientos imento imentos emang
    be ber bers bes bing bir ption ptions pcion ptor ptores pteur cao tor tora to ta tos tas ti
    ent ente enten ents iert erad erar ation ant owa owe owy owej buje bent pcja uksen e es et
    ozott ozas ozo ulas ulasa ult ek re amant atel atele im ler io iai iem
    ие ия ии ен на но ны ка ки ку ок ан аны ана аний чик чика чики ался ась лись ент иран ание а у и е
    ο α ων εση εσης η ης ω ة ات ה ות
    함 する します 中 者 の を に 可
  `),
])

/** Whole words that change nothing about the question, such as "Would you like to receive our newsletter?". A few lines for each language. */
const fillers = list(`
  e is are has the our my your me us you i we to for from by via with of on at and or per this yes like would do please in
  want wish wishes may can ok allow allows allowed send contact contacted customer customers contacts member members subscriber user users
  person people account client profile list lists global audience point preference preferences setting settings option topic topics
  channel type flag value checkbox news offers updates update information info promo promotional promotions commercial
  communication communications mailing subscription signup join joined registered given granted explicit express expressly
  collected obtained recorded enabled active valid verified home work billing buyer daily weekly monthly shop store website
  eu sales cio hs wc mc mailchimp mailpoet klaviyo hubspot brevo shopify woocommerce properties fields custom
  ja ich mich mir uns wir sie du ihr den der die das dem des ein eine einen zum zur fur im auf an am und oder mit von vom unser unsere
  unseren mochte mochten will wollen erhalten erhalt erwünscht empfangen bekommen bitte darf durfen kontaktiert angeschrieben werden erteilt aktiv
  erlaubt kunde kunden kontakt abo neuigkeiten angebote
  oui je vous nous souhaite souhaitez recevoir accepte acceptez la le les l une a au aux du de d et ou par pour votre vos notre nos
  actif offres commerciales commerciale
  si quiero desea deseo quiere recibir recibe acepta acepto el los las al y del para nuestro nuestra nuestros comunicaciones
  comerciales electronico activo ofertas novedades cliente clientes
  accetta accetto ricevere desidera desidero vuole il lo gli alla allo ai alle dei della dello di da con nostra comunicazioni
  commerciali attivo offerte
  sim aceita aceito receber deseja desejo quer o os as ao aos das dos em na nossa comunicacoes comerciais ativo
  het een van voor onze ons ik wil wilt graag ontvangen ontvangt op naar met akkoord actief aanbiedingen klant
  w od wyrazam otrzymywanie informacji handlowych droga elektroniczna
  jag vill vil ha gerne gärna få till til på om vara våra vores motta modtage
  haluan saada tilaa sähköposti sähköpostin markkinointi
  se zasílání zasíláním obchodních sdělení
  aboneliği izin izni iys durumu ticari elektronik
  на в для по я хочу получать получение новостей новости электронной почты почте отримувати новин
  θέλω λαμβάνω δελτίο δελτίου στο στη για του
  في على البريد الإلكتروني
  לקבל דואר אלקטרוני
  광고성 광고 정보
`)

/** "(yes/no)", "(J/N)" and the like at the end: the values that the column has. */
const choices = / (?:yes|y|ja|j|oui|o|si|s|sim|tak|t|true) (?:no|n|nein|non|nao|nee|nej|nei|nie|false)$/

/** True if every word is known, so that the name asks for an agreement and says nothing else. */
export const isExplained = (words: readonly string[]): boolean =>
  words
    .join(" ")
    .replace(choices, "")
    .replace(/(opt|opted|sign) (in|up)/g, "$1$2")
    .split(" ")
    .every((word) => fillers.has(word) || statusWord.test(word) || /^\p{N}+$/u.test(word) || isInflected(word))

/** True for known words with endings, also several in one: "Werbeeinwilligungen" is `werbe`, `einwillig` and "ungen". */
function isInflected(word: string): boolean {
  const [beginning = "", ...rest] = word.replace(agreementStem, "|").replace(part, "|").split("|")
  return (
    rest.length > 0 && beginnings.has(beginning) && rest.every((ending) => endings.has(trimEndOf(ending, "0123456789")))
  )
}

/** What mail programs and people write around a mail that they quote, in the languages of most senders. */

/** Places below, where answers are. */
export const placeWords =
  /[↓⇓⬇⤵👇]|如下|下面|下方|以下|下記|아래|(?<!\p{L})(?:below|beneath|underneath|in-?line|inter(?:spers|leav)ed|unten|unterhalb|darunter|nachfolgend|nachstehend|ci-dessous|dans le corps|ci-après|plus bas|abajo|debajo|a continuación|sotto|di seguito|hieronder|onderstaand|onderaan|abaixo|a seguir|nedan|nedenfor|herunder|poniżej|niżej|ниже|níže|aşağıda)/iu
/** How answers look between the lines of a quote. */
export const styles =
  /赤字|红色|(?<!\p{L})(?:(?:in|en|em|i) (?:the |het )?(?:red|blue|green|bold|caps|capitals|colou?r|rot|blau|grün|fett|rouge|bleu|vert|gras|rojo|azul|verde|negrita|rosso|blu|rood|blauw|groen|vet|vermelho|negrito|rött|blått|text)|(?:im|in your|dans le|en el|nel|in de|no|w|в) te(?:xt|kst|sto)|in your e?-?mail|красным)/iu

/** How the subject of a forwarded mail begins. */
export const forwards = /^\s*(?:\[[^\]]*\]\s*)?(?:fwd?|wg|tr|rv|i|enc|doorst|vs|vb|vl|pd|ilt|转发|轉寄|転送)\s?[:：]/i

/** The line above a copy, and the headers that it begins with. */
export const original =
  /^-{2,}\s?(?:original message|message d'origine|ursprüngliche nachricht|mensaje original|messaggio originale|oorspronkelijk bericht)\s?-{2,}$/i
export const senders = /^\*?(?:from|von|de|da|van|från|fra|od|от|发件人|差出人)\s?[:：]/i
export const dates =
  /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha|inviato|data|verzonden|skickat|sendt|wysłano|odesláno|отправлено|发送时间|送信日時)\s?[:：]/i
export const recipients = /^\*?(?:to|an|à|para|a|aan|till|til|do|komu|кому|收件人|宛先)\s?[:：]/i
export const subjects =
  /^\*?(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|emne|temat|předmět|тема|主题|主旨|件名)\s?[:：]/i

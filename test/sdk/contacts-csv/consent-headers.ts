/** Headers under which a "yes" means that they agreed to e-mail: those of exports, and forms of them in many languages. */
export const agreeingHeaders: readonly string[] = `
Newsletter
newsletter
Newsletters
Newsletter?
Newsletter 2
Opt-in
Opt In
opt_in
OPT_IN
optin
OptIn
Opted in
DOUBLE_OPT-IN
doubleOptIn
OXDBOPTIN
Email opt-in
E-Mail Opt-In
marketingOptIn
marketing_optin
optin_newsletter
Confirmed opt-in
is_subscribed
isSubscribed
issubscribed
subscribed
Subscribed?
subscribed_email
subscribed_to_emails
email_subscribe
Subscriber
Newsletter subscriber
is_newsletter_subscriber
newsletter_subscription
Newsletter subscription status
Subscribed to newsletter
Newsletter sign-up
Weekly newsletter
buyer_accepts_marketing
mailchimp_woocommerce_is_subscribed
Consent
consent
Consent (Consent)
eu_consent
Email consent
Consent given
Consent to email marketing
Has given consent
Marketing consent
Marketing consent status
Email Marketing Consent
emailMarketingConsent.marketingState
Contact point consent status
consent.newsletter.valid
Accepts Marketing
accepts_marketing
acceptsMarketing
Accepts Email Marketing
Marketing status
Person - Marketing status
Marketing permission
Marketing allowed
Email permission status
Email permission status - home
Permission
Receive Marketing Emails
Receive our newsletter
Would you like to receive our newsletter?
Would you like to subscribe to our newsletter?
May we send you marketing emails?
Yes, send me the newsletter
I agree to receive marketing emails
I want to receive the newsletter
Newsletter (yes/no)
Opt-in (Y/N)
Wants newsletter
Mailable
OK to contact
Einwilligung
Einwilligung Werbung
Einwilligung E-Mail-Werbung
Werbeeinwilligung
Newslettereinwilligung
Einwilligung erteilt
Einwilligung zum Newsletter
DSGVO-Einwilligung E-Mail
Zustimmung
Zustimmung Newsletter
Zustimmung zum Erhalt von Werbung per E-Mail
Newsletter (ja/nein)
Newsletter-Anmeldung
Newsletteranmeldung
Newsletter abonniert
Newsletterabonnent
Newsletter angemeldet
Newsletter-Empfänger
Newsletterempfänger
Newsletter erwünscht
Werbung erlaubt
Möchten Sie unseren Newsletter erhalten?
Ja, ich möchte den Newsletter erhalten
Darf kontaktiert werden
ABONNÉ AUX E-MAILS
Abonné
Abonnée à la newsletter
Inscrit à la newsletter
Inscription newsletter
Consentement
Consentement marketing
Consentement RGPD e-mail
Consentement e-mail
Accepte la newsletter
Accepte de recevoir la newsletter
Je souhaite recevoir la newsletter
Newsletter (oui/non)
Boletín
Suscrito
Suscrito al boletín
Consentimiento
Consentimiento marketing
Acepta publicidad
Acepta recibir comunicaciones comerciales
Iscritto
Iscritto alla newsletter
Stato iscrizione
Consenso
Consenso marketing
Consenso newsletter
Accetta di ricevere la newsletter
Consentimento
Inscrito
Assinante
Aceita receber e-mails
Boletim
Nieuwsbrief
Nieuwsbrief ontvangen
Toestemming
Toestemming nieuwsbrief
Ingeschreven
Aangemeld voor nieuwsbrief
Zgoda marketingowa
Zgoda na newsletter
Zgoda na otrzymywanie informacji handlowych
Biuletyn
Nyhetsbrev
Vill ha nyhetsbrev
Samtycke
Samtycke till nyhetsbrev
Prenumererar
Prenumerant
Samtykke
Samtykke til nyhetsbrev
Tilmeldt nyhedsbrev
Tilmeldt
Uutiskirje
Suostumus
Tilaa uutiskirje
Souhlas
Souhlas se zasíláním
Odběratel
Согласие
Согласие на рассылку
Подписка
Подписан
Подписка на рассылку
Подписчик
Рассылка
Згода на розсилку
Підписка
メルマガ
メルマガ購読
メルマガ配信
メルマガ希望
メルマガ配信可否
メール配信希望
配信状態
ニュースレター購読
同意
订阅
是否订阅
邮件订阅
订阅状态
수신동의
이메일 수신동의
마케팅 수신 동의
광고성 정보 수신 동의
구독
구독상태
뉴스레터 구독
Hírlevél
Feliratkozott
Abonat
Abonat la newsletter
Bülten
Bülten aboneliği
İleti izni
izin durumu
Ticari elektronik ileti izni
Ενημερωτικό δελτίο
Εγγραφή στο ενημερωτικό δελτίο
Συγκατάθεση
الاشتراك في النشرة
اشتراك
דיוור
הסכמה לקבל דיוור
`
  .trim()
  .split("\n")

/** Headers under which a "yes" means the opposite, or nothing. */
export const refusingHeaders: readonly string[] = `
Newsletter gekündigt
Newsletter storniert
Newsletter widerrufen
Newsletter abgelehnt
Newsletter beendet
Newsletter gestoppt
Newsletter gesperrt
Newsletter ausgetragen
Newsletter unerwünscht
Newsletter-Abmeldung
Newsletter abgemeldet
Newsletter abbestellt am
Abbestellt
Newsletterabbestellung
Einwilligung widerrufen
Einwilligung entzogen
Einwilligung zurückgezogen
Einwilligung fehlt
Widerruf Einwilligung
Einwilligungswiderruf
Ohne Einwilligung
Newsletter nein danke
Werbewiderspruch
Widerspruch
Widerspruch Werbung
Newsletter désabonné
Désabonnement newsletter
Newsletter résiliée
Newsletter annulée
Newsletter refusée
Newsletter arrêtée
Consentement retiré
Retrait du consentement
Consentement refusé
Consentement révoqué
Sans consentement
Consentimiento revocado
Consentimiento retirado
Sin consentimiento
Boletín cancelado
Baja boletín
Boletín baja
Newsletter cancelled
Newsletter canceled
Newsletter stopped
Newsletter opted out
Newsletter opt-out
Consent withdrawn
Consent revoked
Consent missing
Consent refused
Consent declined
Consent denied
Consent expired
Consent withdrawal
No consent
Without consent
Permission withdrawn
Permission denied
Permission revoked
Newsletter declined
Newsletter rejected
Newsletter blocked
Newsletter paused
Newsletter ended
Newsletter off
Newsletter disabled
Newsletter removed
Newsletter refused
Newsletter unwanted
Newsletter left
Left newsletter
Stop newsletter
Exclude from newsletter
Newsletter exclusion
Newsletter suppressed
Skip newsletter
Marketing not allowed
Marketing disallowed
Marketing prohibited
Marketing objection
Objects to marketing
Declines marketing
Rejects marketing
Refuses marketing
Never subscribed
Former subscriber
Ex-subscriber
Past subscriber
Lapsed subscriber
Lost consent
Newsletter disiscritto
Newsletter annullata
Consenso revocato
Consenso negato
Revoca consenso
Senza consenso
Newsletter afgemeld
Newsletter opgezegd
Nieuwsbrief opgezegd
Nieuwsbrief afgemeld
Toestemming ingetrokken
Geen toestemming
Nyhetsbrev avslutat
Nyhetsbrev avmeldt
Nyhetsbrev afmeldt
Nyhedsbrev afmeldt
Nyhetsbrev avböjt
Samtycke återkallat
Samtykke trukket
Samtykke trukket tilbake
Samtykke tilbagekaldt
Zgoda wycofana
Zgoda cofnięta
Newsletter anulowany
Newsletter wypisany
Согласие отозвано
Отзыв согласия
Рассылка отменена
Рассылка отключена
Отписка от рассылки
Без согласия
メルマガ解除
メルマガ停止
メルマガ不要
メルマガ拒否
メルマガ退会
订阅取消
取消订阅
不订阅
구독취소
구독해지
수신동의철회
수신동의 거부
Consentimento revogado
Consentimento retirado
Newsletter cancelada
Newsletter removido
Souhlas odvolán
Odvolání souhlasu
Suostumus peruttu
Uutiskirje peruttu
Bülten iptal
Abonelik iptal
Hírlevél leiratkozás
Hírlevél lemondva
Abonament anulat
Dezabonat newsletter
NewsletterOff
Newsletter given up
Nyhetsbrev av
Emot nyhetsbrev
newsletter_off
newsletteroff
exsubscriber
nonsubscriber
nonNewsletter
unconsented
optinstop
opt_in_stop
Opt-in ex
Opt-in expired
Opt-in lost
Opt-in void
Opt-in rescinded
was_subscribed
wasSubscribed
Previously subscribed
Formerly subscribed
Consent lapsed
Consent void
Consent lost date
Consent cancelled at
Newsletter cancellation source
Newsletter stopped on
Subscription ended at
Permission not granted
Marketing permission denied
Accepts Marketing false
Newsletter aus
Newsletter nicht mehr
Newsletter verweigert
Newsletter erloschen
Einwilligung erloschen
Einwilligung ungültig
Einwilligung abgelaufen
Einwilligung verweigert am
Keine Einwilligung
einwilligungslos
Zustimmung verweigert
Zustimmung fehlt
nichtangemeldet
Nicht mehr angemeldet
Inscription annulée
Abonné perdu
Ancien abonné
Consentement expiré
Consentement absent
Pas de consentement
Antiguo suscriptor
Consentimiento denegado
Suscripción anulada
Boletín rechazado
Consenso mancante
Consenso ritirato
Ex iscritto
Inscrição encerrada
Consentimento negado
Sem consentimento
Ex-assinante
Toestemming geweigerd
Zonder toestemming
Nieuwsbrief stopgezet
Oud-ingeschreven
Brak zgody
Zgoda odwołana
Bez zgody newsletter
Newsletter rezygnacja
Samtycke saknas
Utan samtycke
Nyhetsbrev uppsagt
Samtykke mangler
Uden samtykke
Nyhedsbrev opsagt
Uutiskirje lopetettu
Ei suostumusta
Suostumus puuttuu
Bez souhlasu
Souhlas chybí
Odběr zrušen
Подписка прекращена
Согласия нет
Подписка истекла
Не подписан
несогласие
Без згоди на розсилку
Згоду відкликано
メルマガ希望しない
メルマガ不可
配信中止
同意なし
不同意
未同意
订阅已取消
停止订阅
同意撤回
수신동의안함
미동의
구독 중지
Hírlevél leállítva
Hozzájárulás visszavonva
Consimțământ retras
Bülten istemiyor
Ενημερωτικό δελτίο διακοπή
Χωρίς συγκατάθεση
إلغاء الاشتراك
بدون موافقة
הסכמה בוטלה
`
  .trim()
  .split("\n")

/** Headers of agreements to other things, or by other channels. */
export const otherHeaders: readonly string[] = `
Fax newsletter
Catalog opt-in
Katalog Einwilligung
Postal mailing consent
Briefwerbung Einwilligung
Paper newsletter
Printed newsletter
Telegram newsletter
Voice consent
Call consent
Anruf Einwilligung
Telefonwerbung Einwilligung
Third party consent
Partner marketing consent
Data sharing consent
Photo consent
Einwilligung Foto
Einwilligung Fotos
Medical consent
Parental consent
Consent to treatment
Location permission
Camera permission
Permission level
Contract accepted
Terms accepted
AGB akzeptiert
AGB Zustimmung
Zustimmung AGB
Zustimmung Datenschutz
Conditions acceptées
Consentement CGV
Privacy policy accepted
Datenschutz akzeptiert
Tracking consent
Analytics consent
Profiling consent
Consenso profilazione
Consenso privacy
Consenso trattamento dati
Consenso cessione terzi
Consentimiento datos
Consentement données
Consentement photo
Consentement téléphone
Consentement courrier
Einwilligung Datenweitergabe
Einwilligung Bonitätsprüfung
SEPA Einwilligung
Einwilligung SEPA
Research consent
Survey consent
Study consent
Subscribed to magazine
Magazine subscriber
Subscriber plan
Subscribed to Netflix plan
Paid subscriber
Subscription plan
Subscription
Abonnement
Abonnement aktiv
Consent version
Consent source
Consent IP
Newsletter ID
Newsletter count
Newsletters opened
Newsletter language
Permission to call
OK to call
Opt-in phone
Opt in mail (post)
Direct mail opt-in
Accepts marketing by post
Marketing by phone
Marketing post consent
Zgoda telefon
Zgoda na przetwarzanie danych
Zgoda RODO
Согласие на обработку данных
Согласие на звонки
電話同意
個人情報同意
个人信息同意
개인정보 동의
Samtycke telefon
Toestemming telefoon
Toestemming post
Opt-in Analytics
Has agreed to terms
Agreed to terms
TOS agreed
Newsletter voucher used
Einwilligung Telefonwerbung
Print newsletter
Zustimmung Telefonmarketing
Einwilligung Briefpost
Newsletter Papier
Bulletin paroissial abonné
Catalogue papier abonné
Consentement prospection téléphonique
Consentimiento imagen
Consentimiento médico
Suscrito a la revista
Consenso telefonate
Abbonato rivista, iscritto
Toestemming foto
Abonnement krant
Zgoda na wizerunek
Zgoda na telefon marketingowy
Samtycke bild
Samtykke foto
Uutiskirje paperilla
Souhlas s fotografováním
Согласие на фото
Подписка на журнал
郵送同意
写真掲載同意
雑誌購読
短信订阅
短信营销同意
照片同意
전화 수신동의
문자 수신동의
Fotoğraf izni
Signal newsletter
Discord opt-in
Beta opt-in
Cookies agreed
Arbitration agreed
Loan agreed
Newsletter author
Newsletter sponsor
optin_partenaires
Consent to be photographed
Background check consent
GDPR consent photos
Werbungskosten
Teilnahmebedingungen Zustimmung
`
  .trim()
  .split("\n")

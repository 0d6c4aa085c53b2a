import type { ContactsTarget } from "../../../sdk/files/contacts-csv/index.ts"

/** A shape of export: the header, and rows with what must come of each. `@` is the row's address. */
export interface ConsentExport {
  readonly service: string
  readonly header: string
  /** The cells, then the result without and with the option to opt in: `+` opted in, `-` opted out, `0` neither. */
  readonly rows: readonly (readonly [cells: string, results: `${"+" | "-" | "0"}${"+" | "-" | "0"}`])[]
  readonly map?: Readonly<Record<string, ContactsTarget>> | undefined
}

/** Made from lines: the service and the header, then a line for each row, results last. */
const shapes = `
Ghost # id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels
1,@,A,,true,false,,2024-01-01,, ++
1,@,A,,false,false,,2024-01-01,, --
1,@,A,,true,false,,2024-01-01,2024-02-02, --
1,@,A,,,false,,2024-01-01,, 0+
Substack # email,active_subscription,expiry,plan,email_disabled,created_at
@,false,,other,false,2024-01-01 0+
@,true,,paid,true,2024-01-01 --
Intercom # Name,Email,Unsubscribed from emails,Marked email as spam,Has hard bounced
A,@,false,false,false 0+
A,@,true,false,false --
A,@,false,true,false --
A,@,false,false,true --
HubSpot # Email,Unsubscribed from all email,Marketing contact status,Email hard bounce reason,Invalid email address
@,,Marketing contact,, 0+
@,true,Marketing contact,, --
@,,Marketing contact,UNKNOWN_USER, --
@,,Non-marketing contact,, --
@,,,,true --
HubSpot leads # Email,Lead Status
@,OPEN 00
@,Unsubscribed --
Pipedrive # Person - Name,Person - Email,Person - Marketing status
A,@,Subscribed ++
A,@,Unsubscribed --
A,@,No consent --
A,@,Archived --
A,@, 0+
Wix # First Name,Email 1,Email Subscriber Status,Email Deliverability Status
A,@,Subscribed,Valid ++
A,@,Subscribed,Bounced --
A,@,Unsubscribed,Valid --
A,@,Never subscribed, 00
A,@,, 0+
MailPoet # Email,Global Status,List Status
@,Subscribed,Subscribed ++
@,Subscribed,Unsubscribed --
@,Bounced,Subscribed --
@,Unconfirmed, 00
@,Inactive, --
Postmark # EmailAddress,SuppressionReason,Origin,CreatedAt
@,HardBounce,Recipient,2024-01-01 --
@,SpamComplaint,Recipient,2024-01-01 --
@,ManualSuppression,Customer,2024-01-01 --
Braze # external_id,email,email_subscribe,email_unsubscribed_at,email_hard_bounced,marked_email_as_spam_at
1,@,opted_in,,false, ++
1,@,subscribed,,true, --
1,@,unsubscribed,2024-01-01,false, --
1,@,opted_in,,false,2024-01-01 --
1,@,,,, 0+
Buttondown # email,type,unsubscription_date,utm_source
@,regular,,x 00
@,unsubscribed,2024-01-01,x --
@,spammy,,x --
Campaign Monitor # Email Address,Name,Status,ConsentToTrack
@,A,Active,Yes 0+
@,A,Unsubscribed,Yes --
@,A,Bounced,Unknown --
@,A,Deleted,No --
CiviCRM # Email,Do Not Email,Do Not Phone,No Bulk Emails (User Opt Out),On Hold
@,No,Yes,No,No 0+
@,Yes,No,No,No --
@,No,No,Yes,No --
@,No,No,No,On Hold Bounce --
Marketo # Email Address,Unsubscribed,Email Invalid,Marketing Suspended,Black Listed
@,0,0,0,0 0+
@,1,0,0,0 --
@,0,1,0,0 --
@,0,0,true,0 --
@,0,0,0,1 --
Omnisend # Email,Email status,Sms status
@,subscribed,unsubscribed ++
@,unsubscribed,subscribed --
@,nonSubscribed, 00
Zoho # Email,Email Opt Out,Unsubscribed Mode,Unsubscribed Time
@,false,, 0+
@,true,, --
@,false,Consent form,2024-01-01 10:00 --
phpList # email,confirmed,blacklisted,bouncecount,disabled
@,1,0,0,0 0+
@,0,0,0,0 --
@,1,1,0,0 --
@,1,0,3,0 --
@,1,0,0,1 --
BigCommerce # Customer ID,Email,Receive Marketing Emails
1,@,Yes ++
1,@,No --
1,@, 0+
Eventbrite # Order no.,Email,Attendee Status,Would you like to receive our newsletter?
1,@,Attending,Yes ++
1,@,Attending,No --
1,@,Attending, 0+
1,@,Attending,Maybe 00
Shopify # Customer ID,Email,Accepts Email Marketing,Accepts SMS Marketing
1,@,yes,no ++
1,@,no,yes --
1,@,,no 0+
Klaviyo # Email,Email Marketing Consent,Email Suppressions
@,SUBSCRIBED, ++
@,SUBSCRIBED,HARD_BOUNCE --
@,SUBSCRIBED,SPAM_COMPLAINT --
@,SUBSCRIBED,UNSUBSCRIBED --
@,NEVER_SUBSCRIBED, 00
@,SUBSCRIBED,[] ++
Mailchimp # Email Address,MEMBER_RATING,OPTIN_TIME,UNSUB_TIME,UNSUB_REASON,CLEAN_TIME
@,2,2024-01-01,,, 0+
@,2,2024-01-01,2024-02-02,NORMAL, --
@,2,2024-01-01,,,2024-02-02 --
Brevo # CONTACT ID,EMAIL,OPT_IN,BLOCKLISTED
1,@,Yes,false ++
1,@,Yes,true --
1,@,No,false --
ActiveCampaign # Email,Date Subscribed,Status
@,2024-01-01,Active 0+
@,2024-01-01,Unsubscribed --
@,2024-01-01,Unconfirmed 00
SendGrid contacts # email,first_name,external_id
@,A,1 0+
Salesforce # Email,Email Opt Out,Do Not Call,Email Bounced Date
@,0,1, 0+
@,1,0, --
@,0,0,2024-01-01 --
Salesforce API # Email,HasOptedOutOfEmail,EmailBouncedReason
@,false, 0+
@,true, --
@,false,550 user unknown --
PrestaShop # id_customer,email,newsletter,optin
1,@,1,1 ++
1,@,0,1 --
1,@,1,0 --
Magento # ID,Name,Email,is_subscribed,Status
1,A,@,1,Active ++
1,A,@,0,Active --
1,A,@,,Active 0+
Magento subscribers # ID,Email,Type,Status
1,@,Customer,Subscribed ++
1,@,Guest,Not Active --
1,@,Guest,Unconfirmed 00
1,@,Guest,Unsubscribed --
WooCommerce orders # Order,Email,Status
1,@,completed 0+
1,@,refunded 00
1,@,cancelled --
Stripe # id,Email,Name,Created (UTC),Delinquent,Status
1,@,A,2024,false,active 0+
1,@,A,2024,false,past_due 00
listmonk # uuid,email,name,status,created_at
1,@,A,enabled,2024 0+
1,@,A,disabled,2024 --
1,@,A,blocklisted,2024 --
Mautic # id,email,Do Not Contact,points
1,@,,3 0+
1,@,Bounced,3 --
1,@,Unsubscribed,3 --
GetResponse # Email,Campaign,Added on
@,main,2024-01-01 0+
AWeber # Email,Status,Stop Time,Subscribe Method
@,subscribed,,form ++
@,unsubscribed,2024-01-01,form --
@,unconfirmed,,form 00
Kit # email,status,tags
@,active,vip 0+
@,cancelled,vip --
@,bounced,vip --
@,complained,vip --
Drip # email,status,unsubscribed_at
@,active, 0+
@,unsubscribed,2024-01-01 --
@,removed, --
MailerLite # Email,Status,Unsubscribed
@,active, 0+
@,active,2024-01-01 --
@,bounced, --
@,junk, 00
Constant Contact # Email address,Email status,Email permission status,Opt-out date
@,Active,Express, ++
@,Active,Implied, 00
@,Active,Opted out,2024-01-01 --
@,Bounced,Express, --
beehiiv # Email,Status,Subscription Tier
@,active,free 0+
@,inactive,free --
@,pending,free 00
beehiiv, mapped # Email,Status [Status=opt_in]
@,active ++
@,inactive --
Loops # email,subscribed,userGroup
@,true,a ++
@,false,a --
Customer.io # id,email,unsubscribed
1,@,false 0+
1,@,true --
Iterable # email,unsubscribedChannelIds,emailListIds
@,[],[1] 0+
@,"[12,13]",[1] --
Sendinblue # EMAIL,DOUBLE_OPT-IN,EMAIL_BLACKLISTED
@,Yes,0 ++
@,Yes,1 --
Mailjet # Email,IsExcludedFromCampaigns,IsOptInPending,IsSpamComplaining
@,false,false,false 0+
@,true,false,false --
@,false,true,false --
@,false,false,true --
SparkPost # recipient,source,description
@,Bounce Rule,550 --
@,Complaint, --
Mailgun unsubscribes # address,tags,created_at
@,*,2024 --
Mailgun bounces # address,code,error,created_at
@,550,no such user,2024 --
Mailgun complaints # address,created_at
@,2024 --
SendGrid global unsubscribes # email,created
@,1700000000 --
SendGrid bounces # status,reason,email,created
5.1.1,550 unknown,@,1700000000 --
SendGrid reasons # email,created,reason
@,1700000000,550 --
Amazon SES # EmailAddress,Reason,LastUpdateTime
@,BOUNCE,2024 --
Apollo # First Name,Email,Email Status
A,@,Verified 0+
A,@,Unavailable 00
A,@,Invalid --
Hunter # Email,Confidence,Verification status
@,98,valid 0+
ZeroBounce # Email Address,ZB Status,Email Status
@,x,valid 0+
@,x,invalid --
@,x,do_not_mail --
@,x,spamtrap --
@,x,catch-all 00
NeverBounce # email,status,score
@,ok,98 0+
@,undeliverable,2 --
User table # id,email,status,role,last_login
1,@,active,customer,2024 0+
1,@,disabled,customer,2024 --
1,@,banned,customer,2024 --
User flags # id,email,is_active,email_verified
1,@,true,true 0+
1,@,false,true --
CRM stages # email,status
@,Unsubscribed --
@,Customer 00
@,Lead 00
German words # email,status
@,Abgemeldet --
@,Angemeldet ++
@,Ausstehend 00
German columns # E-Mail,Abgemeldet am,Newsletter
@,,ja ++
@,01.02.2024,ja --
@,,nein --
German consent # E-Mail,Einwilligung Werbung
@,Ja ++
@,Nein --
@,Widerrufen --
French words # email,statut
@,Désinscrit --
@,Inscrit ++
French columns # Adresse e-mail,Désinscrit,Newsletter
@,,oui ++
@,oui,oui --
@,,non --
Spanish # Correo electrónico,Dado de baja,Boletín
@,no,sí ++
@,sí,sí --
@,no,no --
Italian # Email,Iscritto,Disiscritto il
@,sì ,  ++
@,sì,2024-01-01 --
@,no, --
Dutch # E-mailadres,Afgemeld,Nieuwsbrief
@,nee,ja ++
@,ja,ja --
@,nee,nee --
Portuguese # Email,Descadastrado,Consentimento
@,não,sim ++
@,sim,sim --
@,não,não --
Polish # Adres email,Wypisany,Zgoda marketingowa
@,nie,tak ++
@,tak,tak --
@,nie,nie --
Swedish # E-post,Avregistrerad,Nyhetsbrev
@,nej,ja ++
@,ja,ja --
Danish # E-mail,Afmeldt,Tilmeldt nyhedsbrev
@,,ja ++
@,2024-01-01,ja --
Japanese # メールアドレス,メルマガ,配信停止
@,はい, ++
@,はい,2024-01-01 --
@,いいえ, --
Russian # Email,Согласие на рассылку,Отписан
@,да,нет ++
@,да,да --
@,нет,нет --
Czech # E-mail,Souhlas,Odhlášen
@,ano,ne ++
@,ano,ano --
Contradiction # Email,Opt-in,Status
@,yes,Bounced --
@,yes,Unsubscribed by admin --
@,yes,Gold 00
@,yes, ++
Two consents # Email,Consent,Subscribed
@,no,yes --
@,yes,no --
@,yes,yes ++
Accepts and status # Email,Accepts Marketing,Email Status
@,yes,hard bounced --
@,yes,valid ++
Opt-out words # Email,Subscribed,Unsubscribed
@,yes,unsubscribed --
@,yes,opted out --
@,yes,never ++
@,yes,N/A ++
@,yes,perhaps --
Bounce words # Email,Opt-in,Bounced
@,yes,Hard bounce --
@,yes,0 ++
@,yes,0000-00-00 00:00:00 ++
In or out # Email,Opted In / Out
@,Opted in ++
@,Opted out --
@,Pending 00
Nameless column # Email,Zustand Alt
@,Unsubscribed --
@,complained --
@,Subscribed ++
@,Gold 00
Tags # Email,Tags
@,"vip, unsubscribed" --
@,vip 0+
Without the newsletter # Email,No newsletter
@,yes --
@, 0+
Legal basis # Email,GDPR consent
@,yes 0+
@,no --
Unclear, mapped to data # Email,Newsletter edition [Newsletter edition=data]
@,Weekly 0+
Unclear, mapped to opt_out # Email,Preference consent [Preference consent=opt_out]
@,Weekly --
@, 0+
Own export # email,first_name,last_name,opt_in
@,A,B,yes ++
@,A,B,no --
@,A,B, 0+
Own list # id,brand_id,email,subscribed_email,list_ids
1,1,@,true,1 ++
1,1,@,false,1 --
Freshsales # Emails,Subscription status
@,Subscribed ++
@,Unsubscribed --
@,Reported as spam --
Moosend # Email,Status,Unsubscribed On
@,Subscribed, ++
@,Subscribed,2024-01-01 --
Squarespace # Email,Accepts Marketing,Unsubscribed
@,true,false ++
@,true,true --
Emma # Email,Member Status
@,active 0+
@,opt-out --
@,error 00
Benchmark # Email,Opt In,Hard Bounces,Spam Complaints
@,Y,0,0 ++
@,Y,1,0 --
@,Y,0,1 --
Infusionsoft # Email,Email Status,Opted Out Reason
@,Double Opt-In, ++
@,Opt-Out,Manual --
@,Hard Bounce, --
Dotdigital # Email,OptInType,Status
@,Double,Subscribed ++
@,Single,SoftBounced --
Acoustic # Email,Opt In Date,Opted Out,Opt Out Date
@,2024-01-01,F, 0+
@,2024-01-01,T,2024-02-02 --
Campaign Monitor alone # Email Address,State
@,Deleted --
Campaign Monitor unconfirmed # Email Address,State
@,Unconfirmed 00
Kit # first_name,email,state
A,@,cancelled --
A,@,active 0+
US addresses # email,City,State
@,Portland,OR 0+
@,Boise,ID 0+
Canadian addresses # email,Estado
@,ON 0+
@,NO 0+
Doppler # Email,Nombre,Estado
@,A,Activo 0+
@,A,De baja --
@,A,Removido --
@,A,Desuscripto --
MailUp # Email,Nome,Stato
@,A,Iscritto ++
@,A,Cancellato --
@,A,In attesa 00
GetResponse # email;status
@;aktywny 0+
@;usunięty --
Japanese # メールアドレス,ステータス
@,購読中 ++
@,バウンス --
@,不明 00
Japanese wishes # メールアドレス,メルマガ購読
@,希望する ++
@,希望しない --
Chinese # 邮箱,状态
@,已订阅 ++
@,硬退信 --
@,投诉 --
Klaviyo suppressed # Email,Reason,Timestamp
@,USER_SUPPRESSED,2024 --
@,INVALID_EMAIL,2024 --
Salesforce Marketing Cloud # SubscriberKey,EmailAddress,Status
1,@,Active 0+
1,@,Held --
Dynamics bulk # Full Name,Email,Do not allow Emails,Do not allow Bulk Emails
A,@,Allow,Allow 0+
A,@,Do Not Allow,Allow --
A,@,Allow,Do Not Allow --
Acoustic details # Email,Opt In Details
@,form 0+
CleverReach # E-Mail;Aktiviert;Deaktiviert;Bounce
@;01.01.2024;;0 0+
@;01.01.2024;02.02.2024;0 --
Rapidmail # E-Mail;Status
@;Beschwerde --
Sarbacane # Email;Statut;NPAI;Plainte
@;Actif;; 0+
@;Actif;oui; --
@;Actif;non;oui --
Created by hand # email,created
@,2024-01-01 0+
Salesforce individual # Email,Individual: Don't Process,Individual: Don't Market,Individual: Forget this Individual
@,0,0,0 0+
@,0,1,0 --
@,1,0,0 --
@,0,0,1 --
Pardot # Email,Opted Out,Do Not Email,Mailable,Hard Bounced,Campaign Name
@,No,No,true,No,X ++
@,Yes,No,false,No,X --
@,No,Yes,false,No,X --
@,No,No,false,Yes,X --
Pardot 2 # Email,is_do_not_email,opted_out,email_bounced_reason
@,0,0, 0+
@,1,0, --
@,0,1, --
@,0,0,550 --
Dynamics # Full Name,Email,Bulk Email,Email (Do Not Allow),Status Reason,Status
A,@,Allow,Allow,Active,Active 0+
A,@,Do Not Allow,Allow,Active,Active --
A,@,Allow,Do Not Allow,Active,Active --
Dynamics consent # Email,Contact point type,Contact point consent status
@,Email,Opted In ++
@,Email,Opted Out --
@,Email,Not Set 00
Constant Contact export # First name,Last name,Email address - home,Email status - home,Email permission status - home,Email update source - home,Confirmed Opt-Out Date - home,Confirmed Opt-Out Source - home,Confirmed Opt-Out Reason - home
A,B,@,Active,Express,Contact,,, ++
A,B,@,Unsubscribed,Unsubscribed,Contact,2024-01-01,Contact,spam --
A,B,@,Active,No Permissions,Contact,,, --
A,B,@,Active,Awaiting Confirmation,Contact,,, 00
GetResponse removed # Name,Email,Removal reason,Removed on
A,@,Unsubscribed by user,2024-01-01 --
A,@,Bounce,2024-01-01 --
A,@,Complaint,2024-01-01 --
A,@,User,2024-01-01 --
Klaviyo segment # Email,Klaviyo ID,Email Marketing Consent,Email Marketing Consent Timestamp,Email Suppressions,Email Suppressions Timestamp,SMS Marketing Consent
@,x,SUBSCRIBED,2024-01-01,[],,UNSUBSCRIBED ++
@,x,UNSUBSCRIBED,2024-01-01,,,SUBSCRIBED --
@,x,SUBSCRIBED,2024-01-01,"[""USER_SUPPRESSED""]",2024-01-01,SUBSCRIBED --
@,x,,,,, 0+
Customer.io export # email,cio_id,unsubscribed,email_suppressed,cio_subscription_preferences.topics.topic_1
@,x,false,false,true 0+
@,x,true,false,true --
@,x,false,true,true --
@,x,,, 0+
SendGrid group unsubscribes # email,group_id,group_name,created
@,12,News,1700000000 --
Brevo french # IDENTIFIANT,EMAIL,NOM,PRENOM,BLACKLISTE,ABONNÉ AUX E-MAILS
1,@,A,B,Non,Oui ++
1,@,A,B,Oui,Oui --
1,@,A,B,Non,Non --
MailerLite new # Subscriber,Location,Sent,Opens,Clicks,Subscribed,Unsubscribed
@,DE,5,3,1,2024-01-01 10:00:00, 00
@,DE,5,3,1,2024-01-01 10:00:00,2024-02-01 --
Kit cold # email,Subscriber status
@,Confirmed subscriber ++
@,Cancelled --
@,Cold subscriber 00
@,Unconfirmed 00
Drip full # email,status,time_zone,eu_consent,eu_consent_message,unsubscribed_at,prospect,lead_score
@,active,UTC,granted,ok,,false,3 ++
@,active,UTC,denied,no,,false,3 --
@,active,UTC,unknown,,,false,3 00
@,inactive,UTC,granted,ok,,false,3 --
Mailjet french # Email,Statut,Désabonné le,Plaintes,Erreurs permanentes
@,Abonné,,0,0 ++
@,Désabonné,2024-01-01,0,0 --
@,Abonné,,1,0 --
@,Abonné,,0,1 --
Acumbamail # email,Nombre,Estado del suscriptor,Fecha de baja,Motivo de la baja
@,A,Activo,, 0+
@,A,De baja,2024,spam --
@,A,Rebotado,, --
@,A,Queja,, --
@,A,Sin confirmar,, 00
E-goi # email,Nome,Estado,Data de subscrição,Data de remoção,Motivo remoção
@,A,Ativo,2024,, 0+
@,A,Removido,2024,2024-02,spam --
@,A,Inativo,2024,, --
@,A,Não confirmado,2024,, 00
E-goi english # email,Status,Subscription date,Removal date,Removal method
@,Active,2024,, 0+
@,Removed,2024,2025,link --
@,Active,2024,2025,link --
Squarespace profile # Email,First Name,Last Name,Subscriber Source,Subscriber Since,Mailing Lists,Accepts Marketing,Order Count
@,A,B,x,2024,Main,true,1 ++
@,A,B,x,2024,Main,false,1 --
@,A,B,,,,,1 0+
Shopify orders # Name,Email,Financial Status,Paid at,Fulfillment Status,Accepts Marketing,Currency,Cancelled at,Payment Method
#1,@,paid,2024,fulfilled,yes,EUR,,card ++
#2,@,paid,2024,fulfilled,no,EUR,,card --
#3,@,refunded,2024,unfulfilled,yes,EUR,2024-02-02,card ++
#4,@,pending,,,yes,EUR,,card ++
Shopify GraphQL # email,emailMarketingConsent.marketingState,emailMarketingConsent.marketingOptInLevel,state
@,SUBSCRIBED,CONFIRMED_OPT_IN,ENABLED ++
@,UNSUBSCRIBED,SINGLE_OPT_IN,ENABLED --
@,NOT_SUBSCRIBED,,DISABLED --
@,PENDING,CONFIRMED_OPT_IN,INVITED 00
@,REDACTED,,DISABLED --
Shopware # email,active,newsletter,guest
@,1,1,0 ++
@,1,0,0 --
@,0,1,0 --
OpenCart # customer_id,firstname,email,newsletter,status,approved
1,A,@,1,1,1 ++
1,A,@,0,1,1 --
1,A,@,1,0,1 --
Odoo mailing # Name,Email,Is Blacklisted,Subscription Lists/Opt Out,Number of Bounce
A,@,FALSE,FALSE,0 0+
A,@,FALSE,TRUE,0 --
Joomla Acymailing # name,email,confirmed,enabled,accept,html,source
A,@,1,1,1,1,x ++
A,@,1,1,0,1,x --
A,@,0,1,1,1,x --
A,@,1,0,1,1,x --
Gravity Forms # Name (First),Name (Last),Email,Consent (Consent),Consent (Text),Consent (Description),Entry Id
A,B,@,Checked,I agree to the privacy policy.,x,1 ++
A,B,@,Not Checked,I agree,x,1 --
A,B,@,,,,1 0+
Typeform words # #,What is your email?,May we send you marketing emails?
1,@,Yes ++
1,@,No --
1,@,Maybe later 00
Google Forms # Timestamp,Email Address,Would you like to subscribe to our newsletter?,How did you hear about us?
2024,@,"Yes, please!",Friend 00
2024,@,"No, thanks",Friend --
2024,@,,Friend 0+
2024,@,Yes,Friend ++
Google Forms German # Zeitstempel,E-Mail-Adresse,Möchten Sie unseren Newsletter erhalten?
2024,@,Ja ++
2024,@,Nein --
2024,@,Nein danke --
Order table # order_number,email,order_status,payment_status,shipping_status,total
1,@,cancelled,failed,returned,10 0+
1,@,completed,paid,delivered,10 0+
Lead table # email,lead_status,lead_source,stage
@,Unqualified,Web,Lost 0+
@,New,Web,Won 0+
Employment # email,Employment status,Marital status,Account status
@,Retired,Single,active 0+
@,Unemployed,Married,active 0+
User db # id,email,email_verified_at,is_admin,is_banned,deleted_at,created_at,last_login_at
1,@,2024,0,0,,2024,2024 0+
1,@,,0,1,,2024,2024 --
1,@,2024,0,0,2024-02-02,2024,2024 --
Spanish CRM # Nombre,Correo electrónico,Acepta publicidad,Dado de baja en,Estado
A,@,Sí,,Activo ++
A,@,No,,Activo --
A,@,Sí,01/02/2024,Activo --
Spanish LOPD # Correo electrónico,Acepta recibir comunicaciones comerciales
@,Sí ++
@,No --
@,, 0+
Italian CRM # Nome,Indirizzo email,Consenso marketing,Stato iscrizione,Data cancellazione
A,@,Sì,Iscritto, ++
A,@,No,Iscritto, --
A,@,Sì,Disiscritto,2024 --
A,@,Sì,Iscritto,2024-01-01 --
Italian verbs # Email,Stato
@,Non iscritto --
@,Cancellato --
@,Rimbalzato --
French CRM # Nom,Adresse e-mail,Accepte de recevoir la newsletter,Ne pas contacter,Date de désinscription
A,@,Oui,Non, ++
A,@,Non,Non, --
A,@,Oui,Oui, --
A,@,Oui,Non,12/01/2024 --
French optin # email,optin_newsletter,optin_partenaires,stop_email [optin_partenaires=data]
@,1,0,0 ++
@,0,1,0 --
@,1,1,0 ++
@,1,1,1 --
Portuguese CRM # Nome,E-mail,Aceita receber e-mails,Descadastro,Status
A,@,Sim,,Ativo ++
A,@,Não,,Ativo --
A,@,Sim,2024-01-01,Ativo --
RD Station # Email,Nome,Estágio no funil,Status da assinatura,Lead marcado como oportunidade,Base legal
@,A,Lead,Inscrito,Não, ++
@,A,Lead,Descadastrado,Não, --
@,A,Cliente,Inválido,Não, --
Dutch CRM # Naam,E-mailadres,Nieuwsbrief ontvangen,Uitgeschreven op,Status
A,@,Ja,,Actief ++
A,@,Nee,,Actief --
A,@,Ja,2024-01-01,Actief --
A,@,Ja,,Gebounced --
Laposta # email,state,signup_date,unsubscribe_reason
@,active,2024, 0+
@,unsubscribed,2024,x --
@,cleaned,2024, --
Polish CRM # Imię,Adres e-mail,Zgoda na newsletter,Status,Data wypisania
A,@,TAK,aktywny, ++
A,@,NIE,aktywny, --
A,@,TAK,wypisany,2024-01-01 --
A,@,TAK,aktywny,2024-01-01 --
FreshMail # email,Status,Imię
@,Aktywny,A 0+
@,Do aktywacji,A 00
@,Nieaktywny,A --
@,Odrzucający twarde,A 00
@,Zrezygnował,A --
@,Usunięty,A --
Swedish CRM # Namn,E-post,Vill ha nyhetsbrev,Avregistrerad,Studsad
A,@,Ja,Nej,Nej ++
A,@,Nej,Nej,Nej --
A,@,Ja,Ja,Nej --
A,@,Ja,Nej,Ja --
Norwegian # Navn,E-post,Samtykke,Avmeldt,Status
A,@,Ja,,Aktiv ++
A,@,Nei,,Aktiv --
A,@,Ja,2024-01-01,Aktiv --
A,@,Ja,,Slettet --
Finnish # Nimi,Sähköposti,Uutiskirje,Peruutettu
A,@,Kyllä,Ei ++
A,@,Ei,Ei --
A,@,Kyllä,Kyllä --
Japanese CRM # 氏名,メールアドレス,メルマガ配信,退会日
A,@,許可, ++
A,@,配信する, ++
A,@,配信しない, --
A,@,希望する,2024-01-01 --
A,@,希望する, ++
Japanese status # メールアドレス,配信状態
@,配信停止 --
@,エラー停止 --
@,配信中 ++
Korean # 이메일,이름,수신동의,상태
@,A,Y,활성 ++
@,A,N,활성 --
@,A,Y,탈퇴 --
@,A,Y, ++
Chinese CRM # 邮箱,姓名,是否订阅,退订时间
@,A,是, ++
@,A,否, --
@,A,是,2024-01-01 --
Turkish # E-posta,Ad,İleti izni,Abonelikten çıkma tarihi
@,A,Evet, ++
@,A,Hayır, --
@,A,Evet,2024-01-01 --
IYS # email,izin durumu
@,ONAY ++
@,RET --
Ukrainian # Email,Згода на розсилку,Відписався
@,так,ні ++
@,так,так --
@,ні,ні --
Unisender # email,Статус email,Дата отписки,email_status
@,активен,,active 0+
@,отписан,2024-01-01,unsubscribed --
@,недоступен,,inactive --
Hungarian # E-mail,Hírlevél,Leiratkozott
@,igen,nem ++
@,igen,igen --
@,nem,nem --
Romanian # Email,Abonat,Dezabonat la
@,da, ++
@,da,2024-01-01 --
@,nu, --
Greek # Email,Ενημερωτικό δελτίο,Διαγραφή
@,Ναι, ++
@,Ναι,2024-01-01 --
@,Όχι, --
Arabic # البريد الإلكتروني,الاشتراك في النشرة
@,نعم ++
@,لا --
Hebrew # Email,דיוור
@,כן ++
@,לא --
Sendy # Name,Email,Last activity,Status,List
A,@,2024,Subscribed,X ++
A,@,2024,Unsubscribed,X --
A,@,2024,Bounced,X --
A,@,2024,Marked as spam,X --
A,@,2024,Unconfirmed,X 00
Flodesk # Email,First Name,Subscriber Status,Segments,Optin Timestamp
@,A,Active,X,2024 0+
@,A,Unsubscribed,X,2024 --
@,A,Bounced,X, --
@,A,Marked spam,X, --
@,A,Cleaned,X, --
Patreon # Name,Email,Patron Status,Follows You,Lifetime Amount
A,@,Active patron,Yes,10 0+
A,@,Former patron,No,10 0+
A,@,Declined patron,No,10 0+
Mailchimp tags # Email Address,First Name,OPTIN_TIME,OPTIN_IP,CONFIRM_TIME,CONFIRM_IP,GMTOFF,LEID,EUID,NOTES,TAGS
@,A,2024,1.1.1.1,2024,1.1.1.1,1,x,y,,"""vip"",""bounced""" --
@,A,2024,1.1.1.1,2024,1.1.1.1,1,x,y,,"""vip""" 0+
Negated subscribed # Email,Not subscribed
@,yes --
@,no 0+
Untick # Email,Please tick if you would prefer not to hear from us
@,Yes --
@,, 0+
Reason only # Email,Reason for leaving
@,too many mails --
@,, 0+
Left at # Email,Left list on
@,2024 --
@,, 0+
Mixed language status # email,Status
@,Rejected (550) --
@,Mailbox full 00
@,Desuscrito --
@,Descadastrado por link --
@,Cancelado --
@,Abmeldung per Link --
@,s'est désabonné --
@,Ausgetragen --
Contradicting # Email,Subscribed,Newsletter,Status
@,yes,no,Active --
@,yes,yes,Suppressed --
@,yes,yes,Complaint --
@,yes,?,Active 00
Marketing consent objects # email,consent
@,"{""email"":true,""sms"":false}" 00
@,email:opted_out --
Unsub link # email,unsubscribe_link,unsubscribe_url,manage_preferences_url
@,https://x.test/u/1,https://x.test/u/1,https://x.test/p 0+
Weekly digest # email,weekly_digest,product_updates,newsletter_frequency
@,true,false,weekly 0+
Magento codes # subscriber_id,subscriber_email,subscriber_status [subscriber_status=opt_in:1]
1,@,1 ++
2,@,2 --
3,@,3 --
4,@,4 --
5,@, 0+
ActiveCampaign codes # email,sdate,status [status=opt_in:1]
@,2024-01-01,1 ++
@,2024-01-01,2 --
@,2024-01-01,0 --
A checkbox with its label # E-Mail,Newsletter (Ja ich will ihn) [Newsletter (Ja ich will ihn)=opt_in:Ja ich will ihn]
@,Ja ich will ihn ++
@,JA ICH WILL IHN ++
@,Bitte nicht --
@, 0+
Values that agree, with a reason to leave # email,status,Bounced [status=opt_in:gold,silver]
@,Gold, ++
@,silver,2024-01-01 --
@,bronze, --
Numbers of a spreadsheet # Email,Opt-in
@,1.0 ++
@,0.0 --
Names in camel case # email,isUnsubscribed,hasBounced,marketingOptIn
@,false,false,true ++
@,true,false,true --
@,false,true,true --
@,false,false,false --
Names with dots # properties.email,properties.hs_email_optout,properties.hs_email_bounce
@,,  0+
@,true, --
@,,1 --
Mixpanel # $email,$unsubscribed,$bounced
@,false,false 0+
@,true,false --
Keap # Email,Email Status,Person Notes
@,Single Opt In, ++
@,Unengaged Marketable, 00
@,Unengaged Non-Marketable, 00
@,Non-marketable, --
@,Opted-Out: Admin, --
@,System Opt-Out, --
@,List Unsubscribe, --
@,Feedback, 00
Mailster # email,firstname,status,confirmed
@,A,Subscribed,2024-01-01 ++
@,A,Unsubscribed,2024-02-02 --
@,A,Hardbounced,2024-02-02-02-02 --
@,A,Error,2024-02-02 00
@,A,Pending, 00
Groundhogg # email,optin_status
@,Confirmed ++
@,Unsubscribed --
@,Weekly 00
@,Monthly 00
@,Spam --
@,Complained --
Attentive # email,Email Subscription Status,Email Subscription Type
@,Active,MARKETING 0+
@,Inactive,MARKETING --
Bloomreach # email,consent.newsletter.valid,email_suppressed
@,true,false ++
@,false,false --
@,true,true --
Eloqua # Email Address,Is Subscribed,Is Bounceback,Unsubscription Date
@,Yes,No, ++
@,No,No, --
@,Yes,Yes, --
@,Yes,No,2024-02-02 --
Sailthru # email,optout_email,verify_email
@,none,0 0+
@,all,0 --
@,basic,0 --
@,blast,0 --
Ometria # email,marketing_optin,is_unsubscribed
@,EXPLICITLY_OPTEDIN,0 ++
@,NOT_SPECIFIED,0 00
@,EXPLICITLY_OPTEDOUT,0 --
@,EXPLICITLY_OPTEDIN,1 --
Gorgias # email,newsletter_subscription
@,1 ++
@,0 --
Oxid # OXUSERNAME,OXDBOPTIN,OXEMAILFAILED
@,1,0 ++
@,0,0 --
@,2,0 00
Evalanche # E-Mail,Permission,Bouncestatus
@,Double Opt-in, ++
@,Keine, 00
@,Single Opt-in,Hardbounce --
German blocks # E-Mail,Werbesperre,Kontaktsperre,Robinsonliste
@,nein,nein,nein 0+
@,ja,nein,nein --
@,nein,ja,nein --
@,nein,nein,ja --
German questions # E-Mail,Darf kontaktiert werden,Möchte keine E-Mails
@,ja,nein ++
@,nein,nein --
@,ja,ja --
German DSGVO # E-Mail,DSGVO-Einwilligung E-Mail,Widerspruch
@,erteilt, ++
@,widerrufen, --
@,nicht erteilt, --
@,erteilt,01.02.2024 --
@,liegt vor, 00
French RGPD # E-mail,Consentement RGPD e-mail,Opposition,Statut
@,Oui,,Actif ++
@,Non,,Actif --
@,Oui,Oui,Actif --
@,Oui,,Désabonnée --
@,Oui,,Erreur --
French status # E-mail,statut
@,Blacklisté --
@,Plainte --
@,Invalide --
@,Rebond --
@,Non abonné --
@,En attente 00
@,Retiré 00
Spanish status # Correo,Estado
@,Suscrito ++
@,No suscrito --
@,Desuscrita --
@,Bloqueado --
@,Rebote duro --
@,Rechazado --
@,Pendiente 00
@,Inválido --
@,Baja voluntaria --
@,Marcado como spam --
Italian status # Email,Stato
@,Disiscritto il 3/4 --
@,Bloccato --
@,Sospeso 00
@,Revocato --
@,Da confermare 00
Portuguese status # Email,Status
@,Inscrito ++
@,Cancelou a inscrição --
@,Descadastrado --
@,Bloqueado --
@,Devolvido --
@,Denunciou spam --
@,Optou por sair --
Dutch status # E-mail,Status
@,Aangemeld ++
@,Afgemeld --
@,Uitgeschreven op 3-4 --
@,Geblokkeerd --
@,Klacht --
@,Onbestelbaar --
@,Opgezegd --
Polish status # Email,Status
@,Zapisany ++
@,Wypisana --
@,Zablokowany --
@,Odbity --
@,Oznaczył jako spam --
@,Rezygnacja --
Swedish status # E-post,Status
@,Prenumererar ++
@,Avslutad prenumeration --
@,Avprenumererad --
@,Spärrad --
@,Blockerad --
Norwegian status # E-post,Status
@,Påmeldt ++
@,Avmeldt --
@,Utmeldt --
@,Sperret --
@,Reservert --
Danish status # Email,Status
@,Tilmeldt ++
@,Frameldt --
@,Afmeldt --
@,Spærret --
@,Blokeret --
Finnish status # Sähköposti,Tila
@,Tilaaja ++
@,Peruuttanut --
@,Estetty --
@,Poistunut --
Czech status # E-mail,Stav
@,Přihlášen ++
@,Odhlášená --
@,Blokován --
@,Nedoručitelný --
Hungarian status # E-mail,Státusz
@,Feliratkozott ++
@,Leiratkozott --
@,Visszapattant --
@,Letiltva --
Russian status # Email,Статус
@,Подписан ++
@,Отписался --
@,Заблокирован --
@,Жалоба на спам --
@,Ошибка доставки --
@,Не подписан --
@,Недействительный --
Turkish status # E-posta,Durum
@,Abone ++
@,Abonelikten çıktı --
@,Engellendi --
@,Şikayet --
@,İptal --
Japanese states # メールアドレス,ステータス
@,購読中 ++
@,登録解除 --
@,配信エラー --
@,迷惑メール報告 --
@,配信不可 --
@,購読停止中 --
@,解約 --
Chinese status # 邮箱,订阅状态
@,已订阅 ++
@,已退订 --
@,未订阅 --
@,硬弹 --
@,垃圾邮件投诉 --
@,取消订阅 --
Korean status # 이메일,구독상태
@,구독 ++
@,구독취소 --
@,수신거부 --
@,반송 --
@,스팸신고 --
@,차단 --
Free notes # Email,Comments
@,asked to unsubscribe 0+
@,Unsubscribed on 2024-01-01 --
@,"UNSUBSCRIBED!!!" --
@,opted out by phone --
Multi email columns # Email,Secondary Email,Email Opt Out,Secondary Email Opt Out
@,b@x.test,false,false 0+
@,b@x.test,true,false --
@,b@x.test,false,true --
Whitespace # " Email "," Un-Subscribed ? "
@, no  0+
@,  YES  --
@, No.  --
Trailing punctuation # email,Opt-in?
@,Yes. ++
@,No. --
@,Yes! ++
@,YES (2024-01-01) 00
@,no (phone) --
Dates in opt-in # email,Opt-in
@,2024-01-01 00
@,never --
`

function exportsOf(text: string): ConsentExport[] {
  const all: { service: string; header: string; rows: ConsentExport["rows"][number][]; map?: ConsentExport["map"] }[] =
    []
  for (const line of text.trim().split("\n")) {
    const [, service = "", header = "", column, target] = /^(.+?) # (.+?)(?: \[(.+)=(.+)\])?$/.exec(line) ?? []
    if (service !== "")
      all.push({ service, header, rows: [], ...(column ? { map: { [column]: target } as never } : {}) })
    else all.at(-1)?.rows.push([line.slice(0, -3), line.slice(-2) as ConsentExport["rows"][number][1]])
  }
  return all
}

export const consentExports: readonly ConsentExport[] = exportsOf(shapes)

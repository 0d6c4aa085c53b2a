/** A shape of export: the header, and rows with what must come of each. `@` is the row's address. */
export interface ConsentExport {
  readonly service: string
  readonly header: string
  /** The cells, then the result without and with the option to opt in: `+` opted in, `-` opted out, `0` neither. */
  readonly rows: readonly (readonly [cells: string, results: `${"+" | "-" | "0"}${"+" | "-" | "0"}`])[]
  readonly map?: Readonly<Record<string, "opt_in" | "opt_out" | "status" | "data">> | undefined
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

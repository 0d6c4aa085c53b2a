// Written by `npm run generate` from scripts/generate/rules.json. Do not edit.

/** The number of a rule. */
export type RuleNumber =
  | "1.1"
  | "1.2"
  | "2.1"
  | "2.2"
  | "2.3"
  | "3.1"
  | "4.1"
  | "5.1"
  | "6.1"
  | "6.2"
  | "6.3"
  | "7.1"
  | "8.1"
  | "8.2"
  | "9.1"
  | "9.2"
  | "9.3"
  | "9.4"
  | "9.5"
  | "9.6"
  | "9.7"
  | "10.1"
  | "10.2"
  | "10.3"
  | "10.4"
  | "10.5"
  | "10.6"
  | "11.1"
  | "11.2"
  | "11.3"
  | "11.4"
  | "11.5"
  | "12.1"
  | "12.2"
  | "12.3"
  | "12.4"
  | "12.5"
  | "13.1"
  | "13.2"
  | "13.3"
  | "14.1"
  | "14.2"
  | "14.3"
  | "15.1"
  | "15.2"
  | "16.1"
  | "16.2"
  | "17.1"
  | "17.2"
  | "17.3"
  | "17.4"
  | "17.5"
  | "17.6"
  | "17.7"
  | "17.8"
  | "17.9"
  | "17.10"
  | "18.1"
  | "18.2"
  | "18.3"
  | "18.4"
  | "19.1"
  | "19.2"
  | "19.3"
  | "19.4"
  | "19.5"
  | "19.6"
  | "19.7"
  | "19.8"
  | "19.9"
  | "20.1"
  | "20.2"
  | "20.3"
  | "20.4"
  | "21.1"
  | "21.2"
  | "21.3"
  | "21.4"
  | "21.5"
  | "21.6"
  | "22.1"
  | "22.2"
  | "22.3"
  | "22.4"
  | "22.5"
  | "22.6"
  | "22.7"
  | "22.8"
  | "22.9"
  | "22.10"
  | "22.11"
  | "22.12"
  | "22.13"
  | "23.1"
  | "23.2"
  | "23.3"
  | "23.4"
  | "23.5"
  | "23.6"
  | "24.1"
  | "24.2"
  | "24.3"
  | "24.4"
  | "24.5"
  | "25.1"
  | "25.2"
  | "25.3"
  | "25.4"
  | "26.1"
  | "26.2"
  | "26.3"
  | "26.4"
  | "26.5"
  | "26.6"
  | "26.7"
  | "26.8"
  | "27.1"
  | "27.2"
  | "27.3"
  | "27.4"
  | "27.5"
  | "27.6"
  | "27.7"
  | "27.8"
  | "28.1"
  | "28.2"
  | "28.3"
  | "28.4"
  | "28.5"
  | "28.6"
  | "28.7"
  | "28.8"
  | "28.9"
  | "28.10"
  | "28.11"
  | "28.12"
  | "28.13"
  | "28.14"
  | "28.15"
  | "28.16"
  | "28.17"
  | "28.18"
  | "28.19"
  | "28.20"
  | "28.21"
  | "28.22"
  | "29.1"
  | "29.2"
  | "29.3"
  | "29.4"
  | "29.5"
  | "29.6"
  | "29.7"
  | "29.8"
  | "29.9"
  | "29.10"
  | "29.11"
  | "29.12"
  | "29.13"
  | "29.14"
  | "29.15"
  | "29.16"
  | "29.17"
  | "29.18"
  | "29.19"
  | "29.20"
  | "29.21"
  | "30.1"
  | "30.2"
  | "31.1"
  | "31.2"
  | "31.3"
  | "31.4"
  | "31.5"
  | "32.1"
  | "32.2"
  | "32.3"
  | "32.4"
  | "32.5"
  | "32.6"
  | "32.7"
  | "32.8"
  | "33.1"
  | "33.2"
  | "34.1"
  | "34.2"
  | "34.3"
  | "34.4"
  | "34.5"
  | "34.6"
  | "35.1"
  | "35.2"
  | "35.3"
  | "35.4"
  | "35.5"
  | "35.6"
  | "35.7"
  | "35.8"
  | "35.9"
  | "35.10"
  | "35.11"
  | "35.12"
  | "36.1"
  | "36.2"
  | "36.3"
  | "36.4"
  | "36.5"
  | "36.6"
  | "36.7"
  | "36.8"
  | "36.9"
  | "36.10"
  | "36.11"
  | "36.12"
  | "37.1"

/** Each rule: its section of the specification, and its text. */
export const rules: Readonly<Record<RuleNumber, readonly [section: string, rule: string]>> = {
  "1.1": ["Resources","Every resource has exactly the fields of its table, with their types."],
  "1.2": ["Resources","What is read may carry further fields; what is written may not."],
  "2.1": ["Resources: Account","An account shows its plan with caps and entitlements, its allowances, brands, lifetime use and team."],
  "2.2": ["Resources: Account","Use is counted by calendar month, and for good."],
  "2.3": ["Resources: Account","The inbox entitlement is the same in the plan and beside it."],
  "3.1": ["Resources: Team summary","The team's seats, members, invitations and the caller's own role are summed up."],
  "4.1": ["Resources: Membership","A membership names role, person and times."],
  "5.1": ["Resources: Team metadata","The team comes with its account, memberships, invitations and the accounts that the caller can reach; invitations only to those who may manage them."],
  "6.1": ["Resources: Audience reach","When the current plan covers the audience there is neither summary nor recommendation."],
  "6.2": ["Resources: Audience reach","Otherwise the smallest plan on sale that covers it is recommended, or the largest."],
  "6.3": ["Resources: Audience reach","Capacity is what the cap of the account's standing lets through in 24 hours."],
  "7.1": ["Resources: Other resources","A suppression carries reason, provider and at most 500 characters of what the provider said."],
  "8.1": ["States","A status moves by its table and in no other way; what the table does not have is refused."],
  "8.2": ["States","The tables have the moves of the specification and no others, and every state can be reached."],
  "9.1": ["States: Management grant","Confirming a pending grant makes it active and sets `activated_at`, once the owner's consent and the payment are on record."],
  "9.2": ["States: Management grant","Confirming records no consent and bypasses no payment: 409 without them."],
  "9.3": ["States: Management grant","Revoking the exact current grant ends it, pending or active, and sets `revoked_at`; again is 200 with the same grant."],
  "9.4": ["States: Management grant","A revocation takes effect with the next request."],
  "9.5": ["States: Management grant","A grant that cannot make the move is 409 and stays as it is."],
  "9.6": ["States: Management grant","A command that names any but the current grant is 409."],
  "9.7": ["States: Management grant","A manager can give an active grant back: `released_at`, and the provisioning ends."],
  "10.1": ["States: Managed-account provisioning","A new request is 201 and `preparing`; nobody has been invited yet."],
  "10.2": ["States: Managed-account provisioning","The same request under the same key is 200 and changes nothing."],
  "10.3": ["States: Managed-account provisioning","The filter `needs_setup` stands for four statuses."],
  "10.4": ["States: Managed-account provisioning","Invitation, claim and payment lead to `active`; a failed payment to `payment_issue` and back."],
  "10.5": ["States: Managed-account provisioning","The owner's invitation lives seven days from its last issue and can be issued again three times."],
  "10.6": ["States: Managed-account provisioning","Releasing ends it in every state, with its grant."],
  "11.1": ["States: Invite","An invitation begins pending: 201, for seven days."],
  "11.2": ["States: Invite","Accepting it sets `accepted_at` and joins the team."],
  "11.3": ["States: Invite","Deleting it sets `revoked_at`."],
  "11.4": ["States: Invite","After seven days it has expired; one that was answered stays as it is."],
  "11.5": ["States: Invite","Accepting any but a pending one is 422."],
  "12.1": ["States: Webhook delivery and endpoint","An attempt responded with any 2xx delivers the event."],
  "12.2": ["States: Webhook delivery and endpoint","Any other response, a redirect or none at all is tried again."],
  "12.3": ["States: Webhook delivery and endpoint","An endpoint fails from its first failed attempt to its next success."],
  "12.4": ["States: Webhook delivery and endpoint","Turned on again, it is never sent what occurred while it was off, and forgets since when it was failing."],
  "12.5": ["States: Webhook delivery and endpoint","Turned off, what is pending waits, and a request under way still counts; turned on again, it is sent when it is due."],
  "13.1": ["States: Purchases","A plan checkout ends when the plan is active; no step before that counts."],
  "13.2": ["States: Purchases","Funding is credited once, whatever is repeated."],
  "13.3": ["States: Purchases","Purchases and checkouts that nobody pays expire after 24 hours."],
  "14.1": ["States: Validation operation","A started operation reserves its price, executes, and charges what was billable."],
  "14.2": ["States: Validation operation","One that cannot validate a single address fails at no charge."],
  "14.3": ["States: Validation operation","One that lacks funding waits; the same key resumes it."],
  "15.1": ["States: Campaign","A scheduled campaign can be called off, and is then never sent."],
  "15.2": ["States: Campaign","A live campaign can be held up, and one that is over put away."],
  "16.1": ["Endpoints","There are the endpoints of the tables and the website form, no more and no fewer, with their statuses, keys and pages."],
  "16.2": ["Endpoints","Every endpoint responds with every status that it declares."],
  "17.1": ["Sign-up, sign-in, OAuth popup","Signing up is 201 with the user and a JWT in the header, and begins an account of the person's own."],
  "17.2": ["Sign-up, sign-in, OAuth popup","With an invitation's token it joins that team."],
  "17.3": ["Sign-up, sign-in, OAuth popup","What is wrong with a sign-up is 422, and nothing is changed."],
  "17.4": ["Sign-up, sign-in, OAuth popup","Signing in is 200 with the user and a JWT of 15 days; wrong details are 401."],
  "17.5": ["Sign-up, sign-in, OAuth popup","Signing out is 204 and revokes that JWT alone."],
  "17.6": ["Sign-up, sign-in, OAuth popup","The popup's context names accounts, plans and the publishable key."],
  "17.7": ["Sign-up, sign-in, OAuth popup","Subscribing puts the account on the plan and says what comes next."],
  "17.8": ["Sign-up, sign-in, OAuth popup","A launch answers a short-lived address on the API's own origin whose page posts to the provider's sign-in, with a token of its own against forgery."],
  "17.9": ["Sign-up, sign-in, OAuth popup","Signing up with the token of somebody else's invitation is 422, and the invitation stays."],
  "17.10": ["Sign-up, sign-in, OAuth popup","Launching a sign-in leaves nobody who signed up there for another to sign up as."],
  "18.1": ["User and impersonation","The user is the JWT's person; for an API key the account's owner."],
  "18.2": ["User and impersonation","Names, mobile, time zone and e-mail can be changed, one address or several; the rest stays."],
  "18.3": ["User and impersonation","What is wrong is 422 and changes nothing."],
  "18.4": ["User and impersonation","Impersonation says who acts as whom, and ends with an address to go to."],
  "19.1": ["Account, team, grants","The account's name and pictures can be changed, pictures by their blob IDs."],
  "19.2": ["Account, team, grants","Accounts that a person can reach are listed by id, 100 a page."],
  "19.3": ["Account, team, grants","A grant is shown to the account's canonical owner; 404 where there is none; a bad command is 400."],
  "19.4": ["Account, team, grants","An audience that is not a positive whole number is 422 `audience_invalid`."],
  "19.5": ["Account, team, grants","Memberships change between member and admin, and are answered when removed; the owner's stays."],
  "19.6": ["Account, team, grants","A bad invitation is 422."],
  "19.7": ["Account, team, grants","An invitation is accepted by its token, which is text."],
  "19.8": ["Account, team, grants","Audience reach takes a whole number of any length, as far as numbers count."],
  "19.9": ["Account, team, grants","Inviting someone again is possible once the invitation was revoked or has expired, and from another account."],
  "20.1": ["Affiliate centre","The first look starts one background link, and is in setup until it is through."],
  "20.2": ["Affiliate centre","It links the affiliate that is known by the owner's address, or makes one."],
  "20.3": ["Affiliate centre","POST does so at once: 201, and 200 from then on."],
  "20.4": ["Affiliate centre","An account without entitlement is 403; wrong names are 422."],
  "21.1": ["Managed clients","Managed accounts are for manager accounts."],
  "21.2": ["Managed clients","The list is newest first, or sorted as asked, equal ones by id, and searched in any case."],
  "21.3": ["Managed clients","Creating needs an Idempotency-Key."],
  "21.4": ["Managed clients","The same key with other normalized input is 409; case and spaces make no other input."],
  "21.5": ["Managed clients","What the lifecycle does not allow is 409 and names the record."],
  "21.6": ["Managed clients","Wrong input is 422 and uses no key up."],
  "22.1": ["Transactional messages","A message is accepted as `queued`, and sent right after."],
  "22.2": ["Transactional messages","An e-mail needs channel, address, subject and one of html, body and template."],
  "22.3": ["Transactional messages","`body` is plain text, `html` is HTML."],
  "22.4": ["Transactional messages","Sender, reply address, headers and tags are for e-mail only."],
  "22.5": ["Transactional messages","The sender is a verified identity of the brand."],
  "22.6": ["Transactional messages","Reserved headers and tags are refused; the service's own tags are always set."],
  "22.7": ["Transactional messages","A key repeats no message: the same payload answers the first one, another is 409 `idempotency_conflict`."],
  "22.8": ["Transactional messages","An SMS needs a number and a text, and takes nothing that is for e-mail."],
  "22.9": ["Transactional messages","Templates are filled in with the message's data and the brand's contact, and can reach nothing else."],
  "22.10": ["Transactional messages","A value that would start another header line is refused."],
  "22.11": ["Transactional messages","The list has the brand's own."],
  "22.12": ["Transactional messages","An e-mail has its template's parts where its own are empty."],
  "22.13": ["Transactional messages","A test of a webhook carries the tags of the service, as real events do."],
  "23.1": ["Webhooks","Creating answers the signing secret in full; other reads mask it, unless `reveal=true`."],
  "23.2": ["Webhooks","A wrong endpoint is 422."],
  "23.3": ["Webhooks","Address, events and the switch can be changed."],
  "23.4": ["Webhooks","Deleting takes the delivery history along."],
  "23.5": ["Webhooks","A test sends a sample through the signed path, `email.delivered` by default."],
  "23.6": ["Webhooks","Deliveries show status, response code and number of attempts."],
  "24.1": ["Suppressions and delivery","Hard bounces and complaints suppress for good, soft bounces for seven days."],
  "24.2": ["Suppressions and delivery","The list has active ones by default, expired ones with `active=false`, and the filters of the table."],
  "24.3": ["Suppressions and delivery","A suppression holds in every brand of the account and in no other account."],
  "24.4": ["Suppressions and delivery","Mail to a suppressed address is accepted and then fails; campaigns leave it out."],
  "24.5": ["Suppressions and delivery","Delivery status shows the brand's allowance and pacing, and neither reserves nor authorizes."],
  "25.1": ["Billing","A checkout is made once for a key: 201, then 200; another plan under that key is 409."],
  "25.2": ["Billing","An unknown plan is 404, a second checkout while one is pending 409."],
  "25.3": ["Billing","Funding says what is there and what can be bought."],
  "25.4": ["Billing","A funding purchase is made once for a key, within the limits that funding offers."],
  "26.1": ["Email validation","A quote counts candidates and says the most it costs and whether the funding suffices."],
  "26.2": ["Email validation","Exactly one audience field, of the current brand."],
  "26.3": ["Email validation","The same key with the same audience is the same operation; a changed audience conflicts."],
  "26.4": ["Email validation","Results are kept for every candidate that the audience had at the start."],
  "26.5": ["Email validation","Too little funding is no error."],
  "26.6": ["Email validation","Current results cost nothing and count towards the standing."],
  "26.7": ["Email validation","Neither an import, a schedule nor a send ever starts one."],
  "26.8": ["Email validation","Validation proves no consent: nobody is subscribed by it."],
  "27.1": ["Imports","An upload answers an import, and its file is read as time goes on."],
  "27.2": ["Imports","Known columns become fields, others go to `data`."],
  "27.3": ["Imports","Imported contacts join the lists of the options."],
  "27.4": ["Imports","Rows that fail are named by line; counts are exact, and 1,000 errors are kept."],
  "27.5": ["Imports","The parts come in any order, options may be missing; what is wrong with them is refused by field."],
  "27.6": ["Imports","A file that cannot be read fails as a whole."],
  "27.7": ["Imports","A row past 256 KiB fails alone, whatever it holds and wherever it stands."],
  "27.8": ["Imports","The upload of an import says what is wrong with it."],
  "28.1": ["Contacts, lists and other groups","A contact is added, or merged into the one with that e-mail in the brand; `opt_in` subscribes."],
  "28.2": ["Contacts, lists and other groups","Contacts are found by text and by list."],
  "28.3": ["Contacts, lists and other groups","A bulk change of a list says what became of every e-mail, creates nobody, and takes 10,000 at once."],
  "28.4": ["Contacts, lists and other groups","A contact event belongs to a contact that is there, has a valid name and at most 32 KiB, and is stored once for a key."],
  "28.5": ["Contacts, lists and other groups","Contact events are filtered by name, contact and time."],
  "28.6": ["Contacts, lists and other groups","A campaign is a draft that can be changed until it is sent or scheduled."],
  "28.7": ["Contacts, lists and other groups","Sending reaches each subscribed contact of the audience once, now or at `deliver_at`."],
  "28.8": ["Contacts, lists and other groups","A campaign draws from the sending limit of 24 hours: it sends to as many as fit, and goes on when the window frees."],
  "28.9": ["Contacts, lists and other groups","Without audience or template sending is 422; a second send is 409 `duplicate_campaign_send`, a change 422 `campaign_locked`."],
  "28.10": ["Contacts, lists and other groups","A template has a version that every change raises; a stale one is 409."],
  "28.11": ["Contacts, lists and other groups","A test send goes to each address once, says how it went, and leaves messages of the source `test`."],
  "28.12": ["Contacts, lists and other groups","A flow begins as a draft."],
  "28.13": ["Contacts, lists and other groups","Segments are listed with their filters and count."],
  "28.14": ["Contacts, lists and other groups","An attachment downloads as its bytes; one that was not scanned only when that is acknowledged."],
  "28.15": ["Contacts, lists and other groups","`deliver_at` of a campaign takes any offset from UTC."],
  "28.16": ["Contacts, lists and other groups","`deliver_at` that says no moment is refused."],
  "28.17": ["Contacts, lists and other groups","A search among many contacts finds what a look at each finds."],
  "28.18": ["Contacts, lists and other groups","A search among many contacts finds who has come since, and who has another name."],
  "28.19": ["Contacts, lists and other groups","A search among many contacts finds who had another name before there were many."],
  "28.20": ["Contacts, lists and other groups","A search among many contacts finds nobody of another brand, and on a list those that are on it."],
  "28.21": ["Contacts, lists and other groups","A search among many contacts finds by a whole e-mail that contact alone, also where another ends with it."],
  "28.22": ["Contacts, lists and other groups","A contact event is 422 where header and body name two keys."],
  "29.1": ["Authentication","Every endpoint lets in exactly the kinds of credential that are listed for it; another kind is 403."],
  "29.2": ["Authentication","Missing, unknown, malformed, revoked or expired credentials are 401."],
  "29.3": ["Authentication","An API key acts as the owner of the one account that it is pinned to."],
  "29.4": ["Authentication","A JWT lives 15 days."],
  "29.5": ["Authentication","Every plan, the free one too, opens every endpoint: the seeded account is on it."],
  "29.6": ["Authentication","A storefront's ID token is let in while its signature, times and installation are good."],
  "29.7": ["Authentication","A public key opens website forms and nothing else, and nothing else opens them."],
  "29.8": ["Authentication","A website form adds a contact to a list of the brand, and answers alike whether the address is known."],
  "29.9": ["Authentication","A provisioning credential lists and creates managed accounts and does nothing else."],
  "29.10": ["Authentication","A management credential acts on one managed account and the one brand of its active grant."],
  "29.11": ["Authentication","It touches no person, team, webhook or grant, and spends no money."],
  "29.12": ["Authentication","`X-Brand-SID` selects a brand of the account, the default one when left out; any other is 404."],
  "29.13": ["Authentication","`X-Account-ID` selects an accessible account for a JWT, 403 for any other account; other kinds do not read it."],
  "29.14": ["Authentication","Management grant endpoints are for the canonical owner of the managed account."],
  "29.15": ["Authentication","Affiliate endpoints take a session or a JWT, no API key."],
  "29.16": ["Authentication","The popup's endpoints take the session cookie as well as the JWT."],
  "29.17": ["Authentication","Webhooks are managed by owner and admins; so are team, invitations and billing."],
  "29.18": ["Authentication","Another brand's and another account's records are 404 by every id, in no list, and never changed."],
  "29.19": ["Authentication","A storefront's ID token is let in from the second of its nbf to the last before its exp."],
  "29.20": ["Authentication","Accepting an invitation is for the person whom it names: 403 for anybody else and for keys, and it stays pending."],
  "29.21": ["Authentication","Public website forms answer pages of any origin, their preflight included, as nothing else does."],
  "30.1": ["Events","Events tell of transactional e-mail: not of campaigns, SMS or test sends."],
  "30.2": ["Events","They go to endpoints of the brand that chose their type."],
  "31.1": ["Events: Event types","Each type is emitted when its table says, in order."],
  "31.2": ["Events: Event types","The first open only, and the first click of each link."],
  "31.3": ["Events: Event types","Quarantined mail is told to nobody."],
  "31.4": ["Events: Event types","A reply is reported when it reaches an inbox address, and joins the conversation about the send."],
  "31.5": ["Events: Event types","What happens to a message shows in its status and its reasons."],
  "32.1": ["Events: Request to the endpoint","A POST of JSON with the service's User-Agent, id, timestamp and signature."],
  "32.2": ["Events: Request to the endpoint","The body is an envelope of type, timestamp and data."],
  "32.3": ["Events: Request to the endpoint","The data has message, address, subject, tags, the key that was sent, and the event's own detail."],
  "32.4": ["Events: Request to the endpoint","A test event has `test: true` and `message_id` null."],
  "32.5": ["Events: Request to the endpoint","`email.received` has every field; id, key and tags only when it replies to a send."],
  "32.6": ["Events: Request to the endpoint","Text and html are cut at 64 KiB each, never inside a character, and `truncated` says so."],
  "32.7": ["Events: Request to the endpoint","Mail that arrives may be from whatever stands in From."],
  "32.8": ["Events: Request to the endpoint","A mail as it lies in a mailbox is told on as it is."],
  "33.1": ["Events: Signature verification","HMAC-SHA256 over id, timestamp and raw body, keyed with the secret's bytes, compared with every `v1` value."],
  "33.2": ["Events: Signature verification","A timestamp more than five minutes away is refused."],
  "34.1": ["Events: Acknowledgement, retries, duplicates","Any 2xx within 10 seconds acknowledges; a redirect is not followed."],
  "34.2": ["Events: Acknowledgement, retries, duplicates","Seven attempts: at once, then after 1 min, 5 min, 30 min, 2 h, 8 h and 24 h; then the event has failed."],
  "34.3": ["Events: Acknowledgement, retries, duplicates","The id stays, timestamp and signature are fresh on every attempt; a retry can arrive after later events."],
  "34.4": ["Events: Acknowledgement, retries, duplicates","After three days of failures the next failed attempt, of whichever event, turns the endpoint off."],
  "34.5": ["Events: Acknowledgement, retries, duplicates","An endpoint that fails holds up neither the others nor the request."],
  "34.6": ["Events: Acknowledgement, retries, duplicates","The account's owner is told by mail."],
  "35.1": ["Errors","Every error has the error shape; 401, 405, 429 and 503 carry the header that helps."],
  "35.2": ["Errors","The popup's endpoints respond with 400 and 422 with an error text alone."],
  "35.3": ["Errors","Records that are not there, or not the caller's, are 404."],
  "35.4": ["Errors","A path that is none is 404, a method that it does not have 405 with `Allow`, an unknown parameter 422."],
  "35.5": ["Errors","From 80 % of the capacity on `capacity_recovery` warns and names the way out."],
  "35.6": ["Errors","A message has no key that would be dropped."],
  "35.7": ["Errors","Taking a plan in the popup is 422 for a member, and for an account out of reach."],
  "35.8": ["Errors","Taking a plan in the popup has 422 for whatever is wrong with a request, and 401 for any other credential."],
  "35.9": ["Errors","Launching a sign-in has 400 for whatever is wrong with a request."],
  "35.10": ["Errors","A request reads without what its endpoint does not know of a query, and is warned of it."],
  "35.11": ["Errors","A request with a body that is compressed is 415 and names the coding."],
  "35.12": ["Errors","A field of a request that cannot be what it is, or is missing, is 422 and named in `validation_errors`."],
  "36.1": ["Limits","Lists come in pages by ascending id, 30 unless said otherwise, 100 at most, with the pagination headers."],
  "36.2": ["Limits","Accounts, memberships and invitations come 100 a page, managed accounts 25."],
  "36.3": ["Limits","An idempotency key has 1 to 128 printable characters, must be there where it is required, belongs to account, brand and endpoint, and is used up by success alone."],
  "36.4": ["Limits","The same key with the same meaning is the same request, whatever the order of its fields."],
  "36.5": ["Limits","A brand has ten webhooks at most."],
  "36.6": ["Limits","A webhook's address is HTTPS, public and without credentials, when it is set and when it is connected to."],
  "36.7": ["Limits","A JSON body has 5 MiB at most, an import 100 MiB; more is 413, another type 415, what cannot be read 400."],
  "36.8": ["Limits","Deliveries are kept for seven days."],
  "36.9": ["Limits","The plan's cap for the account's standing holds over 24 hours; a send past it is 429 until the window frees."],
  "36.10": ["Limits","Pages of contacts are the last one before every page past it."],
  "36.11": ["Limits","Beyond what a number can count, the size of a page is clamped to 100, and its number is refused."],
  "36.12": ["Limits","More requests a second than a credential may make are 429 with `Retry-After`."],
  "37.1": ["Versioning","The description is OpenAPI 3.1, version 1.1.6, and has every endpoint under `/v1/` and nothing else."],
}

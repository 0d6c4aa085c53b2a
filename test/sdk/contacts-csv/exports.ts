/** A file as a service exports it, with made-up people, and the expected result of its import. */
export interface ExportCase {
  readonly service: string
  readonly file: string | Uint8Array
  /** By e-mail: first name, last name, consent, and some of the contact's own fields. */
  readonly contacts: Readonly<
    Record<
      string,
      readonly [first: string | undefined, last: string | undefined, optIn?: boolean | undefined, data?: object]
    >
  >
  readonly refused?: number
}

const latin1 = (text: string) => Buffer.from(text, "latin1")

export const exportCases: readonly ExportCase[] = [
  {
    service: "Mailchimp, subscribed",
    file: [
      `"Email Address","First Name","Last Name",Address,"Phone Number",MEMBER_RATING,OPTIN_TIME,OPTIN_IP,LEID,EUID,NOTES,TAGS`,
      `ada@people.test,Ada,Lovelace,"12 St James's Sq  London",,2,"2024-01-01 10:00:00",,1,e1,,"""vip"",""uk"""`,
    ].join("\n"),
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { TAGS: '"vip","uk"' }] },
  },
  {
    service: "Mailchimp, unsubscribed",
    file: [
      `Email Address,First Name,Last Name,MEMBER_RATING,UNSUB_TIME,UNSUB_CAMPAIGN_TITLE,UNSUB_REASON`,
      `bob@people.test,Bob,B,2,2024-02-01 10:00:00,News,NORMAL`,
    ].join("\r\n"),
    contacts: { "bob@people.test": ["Bob", "B", false, { UNSUB_TIME: "2024-02-01 10:00:00" }] },
  },
  {
    service: "Mailchimp, cleaned",
    file: `Email Address,First Name,Last Name,CLEAN_TIME\ncy@people.test,Cy,C,2024-03-01 10:00:00\n`,
    contacts: { "cy@people.test": ["Cy", "C", false] },
  },
  {
    service: "Shopify",
    file: [
      "Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags",
      `'6001234567890,Ada,Lovelace,ada@people.test,yes,,"Street 1\nBack yard",'+4915112345678,no,12.50,2,,no,"a, b"`,
      `'6001234567891,Bob,'t Hooft,bob@people.test,no,,,,yes,0.00,0,,no,`,
      `'6001234567892,Only,Phone,,no,,,'+4915112345679,no,0.00,0,,no,`,
    ].join("\n"),
    contacts: {
      "ada@people.test": [
        "Ada",
        "Lovelace",
        true,
        { "Customer ID": "6001234567890", Phone: "+4915112345678", "Default Address Address1": "Street 1\nBack yard" },
      ],
      "bob@people.test": ["Bob", "'t Hooft", false, { "Accepts SMS Marketing": "yes" }],
    },
    refused: 1,
  },
  {
    service: "HubSpot",
    file: [
      "Record ID,First Name,Last Name,Email,Phone Number,Lead Status,Create Date,Contact owner",
      "101,Ada,Lovelace,ada@people.test,+49 151 1,OPEN,2024-01-01 09:00,Grace",
    ].join("\n"),
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { "Lead Status": "OPEN", "Record ID": "101" }] },
  },
  {
    service: "Klaviyo",
    file: [
      "Email,Klaviyo ID,First Name,Last Name,Organization,Title,Phone Number,Address,Address 2,City,State / Region,Country,Zip Code,Latitude,Longitude,Source,IP Address,Email Marketing Consent,First Active,Last Active",
      "ada@people.test,K1,Ada,Lovelace,,,,,,London,,GB,,,,,,SUBSCRIBED,,",
      "bob@people.test,K2,Bob,B,,,,,,,,,,,,,,UNSUBSCRIBED,,",
      "cy@people.test,K3,Cy,C,,,,,,,,,,,,,,NEVER_SUBSCRIBED,,",
    ].join("\n"),
    contacts: {
      "ada@people.test": ["Ada", "Lovelace", true, { City: "London", "Klaviyo ID": "K1" }],
      "bob@people.test": ["Bob", "B", false],
      "cy@people.test": ["Cy", "C", undefined],
    },
  },
  {
    service: "SendGrid",
    file: `email,first_name,last_name,address_line_1,phone_number_id,external_id,anonymous_id\nada@people.test,Ada,Lovelace,Street 1,,e1,\n`,
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { external_id: "e1" }] },
  },
  {
    service: "Brevo, semicolons",
    file: `\ufeffEMAIL;FIRSTNAME;LASTNAME;SMS;CREATION_DATE\nada@people.test;Ada;"Love;lace";4915112345678;01-01-2024\n`,
    contacts: { "ada@people.test": ["Ada", "Love;lace", undefined, { SMS: "4915112345678" }] },
  },
  {
    service: "Brevo, commas",
    file: [
      "CONTACT ID,EMAIL,FIRSTNAME,LASTNAME,SMS,OPT_IN,BLOCKLISTED",
      "1,ada@people.test,Ada,L,,Yes,false",
      "2,bob@people.test,Bob,B,,Yes,true",
    ].join("\n"),
    contacts: { "ada@people.test": ["Ada", "L", true], "bob@people.test": ["Bob", "B", false] },
  },
  {
    service: "ActiveCampaign",
    file: `"Email","First Name","Last Name","Phone","Organization","Tags","IP Address","Date Subscribed"\n"ada@people.test","Ada","Lovelace","","","vip, uk","",""\n`,
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { Tags: "vip, uk" }] },
  },
  {
    service: "Customer.io",
    file: [
      "id,email,created_at,unsubscribed,first_name,last_name",
      "7,ada@people.test,1704100000,false,Ada,L",
      "8,bob@people.test,1704100000,true,Bob,B",
    ].join("\n"),
    contacts: { "ada@people.test": ["Ada", "L", undefined, { id: "7" }], "bob@people.test": ["Bob", "B", false] },
  },
  {
    service: "Salesforce",
    file: [
      `"Salutation","First Name","Last Name","Title","Account Name","Mailing Street","Email","Email Opt Out"`,
      `"Ms","Ada","Lovelace","Countess","Acme","Street 1\r\nLondon","ada@people.test","0"`,
      `"Mr","Bob","B","","Acme","","bob@people.test","1"`,
    ].join("\r\n"),
    contacts: {
      "ada@people.test": ["Ada", "Lovelace", undefined, { "Mailing Street": "Street 1\r\nLondon" }],
      "bob@people.test": ["Bob", "B", false],
    },
  },
  {
    service: "Outlook, Windows-1252",
    file: latin1(
      "First Name,Middle Name,Last Name,Company,E-mail Address,E-mail Type,E-mail 2 Address,Mobile Phone\r\nJ\xfcrgen,,Gro\xdf,B\xe4ckerei \x84Krume\x93,juergen@people.test,SMTP,,\r\n",
    ),
    contacts: { "juergen@people.test": ["Jürgen", "Groß", undefined, { Company: "Bäckerei „Krume“" }] },
  },
  {
    service: "Google",
    file: [
      "First Name,Middle Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
      "Ada,,Lovelace,,* myContacts,* Work,ada@people.test ::: ada@home.test,Mobile,+49 151 1",
    ].join("\n"),
    contacts: {
      "ada@people.test": ["Ada", "Lovelace", undefined, { "E-mail 1 - Value": "ada@people.test ::: ada@home.test" }],
    },
  },
  {
    service: "Google, older",
    file: Buffer.from(
      "\ufeffName\tGiven Name\tFamily Name\tE-mail 1 - Type\tE-mail 1 - Value\r\nZoë B\tZoë\tBrontë\t*\tzoe@people.test\r\n",
      "utf16le",
    ),
    contacts: { "zoe@people.test": ["Zoë", "Brontë", undefined, { Name: "Zoë B" }] },
  },
  {
    service: "Thunderbird",
    file: `First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name\r\nAda,Lovelace,Ada L,,ada@people.test,ada@home.test,\r\n`,
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { "Secondary Email": "ada@home.test" }] },
  },
  {
    service: "Stripe",
    file: `id,Description,Email,Name,Created (UTC),Delinquent,Total Spend\ncus_1,,ada@people.test,Ada Lovelace,2024-01-01 10:00,false,12.00\n`,
    contacts: { "ada@people.test": ["Ada", "Lovelace", undefined, { Name: "Ada Lovelace", id: "cus_1" }] },
  },
  {
    service: "Excel in Central Europe: sep=, semicolons, UTF-8",
    file: "\ufeffsep=;\r\nE-mail;Jméno;Příjmení\r\njiri@people.test;Jiří;Dvořák\r\n;;\r\n",
    contacts: { "jiri@people.test": ["Jiří", "Dvořák"] },
  },
]

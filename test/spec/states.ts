/** A machine of the specification, or of the decisions if the specification is silent. */
export interface SpecStates {
  /** The initial state of a record. */
  readonly initial: string
  readonly states: readonly string[]
  readonly events: readonly string[]
  /** The result of each event in each state; every pair is present. */
  readonly cells: readonly SpecCell[]
}

export interface SpecCell {
  readonly from: string
  readonly on: string
  /** The state after it; undefined if there is no such move. */
  readonly to: string | undefined
  /** The status for a request for a move that does not exist; undefined if it cannot be requested. */
  readonly answered: number | undefined
}

/**
 * Reads a table: events across, states down, the first of them initial. A cell is the next state; or, if there is no
 * such move, the status that a request for it gets, or `-` if it cannot be requested.
 */
function table(text: string): SpecStates {
  const [events = [], ...rows] = text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
  const cells = rows.flatMap(([from = "", ...row]) => {
    if (row.length !== events.length)
      throw new Error(`The row ${from} has ${row.length} cells for ${events.length} events`)
    return row.map((cell, index): SpecCell => {
      const move = { from, on: events[index] ?? "" }
      if (/^\d+$/.test(cell)) return { ...move, to: undefined, answered: Number(cell) }
      return { ...move, to: cell === "-" ? undefined : cell, answered: undefined }
    })
  })
  const states = rows.map(([state = ""]) => state)
  return { initial: states[0] ?? "", states, events, cells }
}

/**
 * Every state and event, by the constant in `mock-server/machines`: transcribed by hand from "States and transitions"
 * of the specification and from `docs/internal/decisions.md`, independent of the tables that it is compared with.
 */
export const specStates: Readonly<Record<string, SpecStates>> = {
  // Revoking a revoked grant again is idempotent.
  managementGrantMachine: table(`
                 confirm  revoke   release
    pending      active   revoked  409
    active       409      revoked  released
    revoked      409      200      409
    released     409      409      409
  `),

  // A release by the manager or a revocation by the owner ends it in any state.
  provisioningMachine: table(`
                     send_invitation  claim             pay     payment_failed  release  revoke
    preparing        awaiting_owner   409               409     409             ended    ended
    awaiting_owner   awaiting_owner   payment_required  409     409             ended    ended
    payment_required 409              409               active  409             ended    ended
    active           409              409               409     payment_issue   ended    ended
    payment_issue    409              409               active  409             ended    ended
    ended            409              409               409     409             409      -
  `),

  inviteMachine: table(`
               accept    revoke   expire
    pending    accepted  revoked  expired
    accepted   422       409      -
    revoked    422       409      -
    expired    422       409      -
  `),

  // Credited once; an ended purchase is never credited.
  fundingPurchaseMachine: table(`
                      open              begin    credit    fail    expire
    requested         checkout_created  -        -         -       -
    checkout_created  -                 pending  -         failed  expired
    pending           -                 409      credited  failed  expired
    credited          -                 409      409       409     409
    failed            -                 409      409       409     409
    expired           -                 409      409       409     409
  `),

  planCheckoutMachine: table(`
             pay     fail    expire
    pending  active  failed  expired
    active   409     409     409
    failed   409     409     409
    expired  409     409     409
  `),

  validationMachine: table(`
                         hold  lack_funding   execute    commit     commit_partly        fail
    requested            held  needs_funding  -          -          -                    -
    needs_funding        held  -              -          -          -                    -
    held                 -     -              executing  -          -                    -
    executing            -     -              -          committed  partially_committed  failed
    committed            -     -              -          -          -                    -
    partially_committed  -     -              -          -          -                    -
    failed               -     -              -          -          -                    -
  `),

  validationItemMachine: table(`
                  execute    bill      waive         fail
    pending       executing  -         not_billable  -
    executing     -          billable  not_billable  failed
    billable      -          -         -             -
    not_billable  -          -         -             -
    failed        -          -         -             -
  `),

  importMachine: table(`
                start       complete  fail
    pending     processing  -         -
    processing  -           complete  failed
    complete    -           -         -
    failed      -           -         -
  `),

  // Sent once: an ended campaign stays ended, and can only be archived.
  campaignMachine: table(`
               schedule   start  complete   pause   resume  cancel     archive
    draft      scheduled  live   -          409     409     409        archived
    scheduled  409        live   -          409     409     cancelled  409
    live       409        409    completed  paused  409     409        409
    paused     409        409    -          409     live    cancelled  409
    completed  409        409    -          409     409     409        archived
    cancelled  409        409    -          409     409     409        archived
    archived   409        409    -          409     409     409        409
  `),

  flowMachine: table(`
               start  pause   resume  cancel     archive
    draft      live   409     409     409        archived
    live       409    paused  409     cancelled  409
    paused     409    409     live    cancelled  archived
    cancelled  409    409     409     409        archived
    archived   409    409     409     409        409
  `),

  // The first read starts it in the background; a request links at once, and later requests return the affiliate.
  affiliateMachine: table(`
              start    link
    unlinked  pending  active
    pending   200      active
    active    200      200
  `),

  // A message that the provider accepted can still fail; a failed one never recovers.
  messageMachine: table(`
            send  fail
    queued  sent  failed
    sent    -     failed
    failed  -     409
  `),

  // Nothing follows a hard bounce or a failure. Who complains has the mail, and may open it again.
  timelineMachine: table(`
                sent  delivered  opened      clicked     soft_bounced  hard_bounced  complained  failed
    queued      sent  409        409         409         409           409           409         failed
    sent        -     sent       sent        sent        sent          bounced       complained  failed
    bounced     -     409        409         409         409           409           409         409
    complained  -     409        complained  complained  409           409           409         409
    failed      -     409        409         409         409           409           409         409
  `),

  // Enabling an enabled endpoint or disabling a disabled one changes nothing. A test of a disabled one is refused.
  webhookMachine: table(`
              succeed  fail     give_up   turn_off  turn_on
    active    active   failing  -         disabled  200
    failing   active   failing  disabled  disabled  200
    disabled  422      422      -         200       active
  `),

  webhookDeliveryMachine: table(`
               succeed    retry    fail
    pending    delivered  pending  failed
    delivered  -          -        -
    failed     -          -        -
  `),
}

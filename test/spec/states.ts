/** A machine as the specification has it, the decisions where the specification is silent. */
export interface SpecStates {
  /** Where a record begins. */
  readonly initial: string
  readonly states: readonly string[]
  readonly events: readonly string[]
  /** What becomes of each state by each event; every pair is there. */
  readonly cells: readonly SpecCell[]
}

export interface SpecCell {
  readonly from: string
  readonly on: string
  /** The state after it; undefined where there is no such move. */
  readonly to: string | undefined
  /** What someone is answered who asks for a move that there is not; undefined where nobody can ask. */
  readonly answered: number | undefined
}

/**
 * Reads a table: events across, states down, the first of them the beginning. A cell is the next state; or there is no such
 * move, and it is the status that asking for it answers, or `-` where nobody can ask.
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
 * Every state and every event, by the constant in `mock-server/machines`: transcribed by hand from "States and transitions"
 * of the specification and from `docs/internal/decisions.md`, so that nothing here derives from the tables that it is held against.
 */
export const specStates: Readonly<Record<string, SpecStates>> = {
  // A revocation of the very grant that is revoked already is idempotent.
  managementGrantMachine: table(`
                 confirm  revoke   release
    pending      active   revoked  409
    active       409      revoked  released
    revoked      409      200      409
    released     409      409      409
  `),

  // The manager's release and the owner's revocation end it wherever it is.
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

  // Credited once, and nothing that has ended is credited.
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

  // Sent once: what has ended stays ended, and is put away at most.
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

  // The first look starts it in the background; asking for it links at once, and again answers what there is.
  affiliateMachine: table(`
              start    link
    unlinked  pending  active
    pending   200      active
    active    200      200
  `),

  // What the provider has taken can still turn out to have failed; nothing comes back from a failure.
  messageMachine: table(`
            send  fail
    queued  sent  failed
    sent    -     failed
    failed  -     409
  `),

  // Turning on what is on, and off what is off, changes nothing. A test of an endpoint that is off is refused.
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

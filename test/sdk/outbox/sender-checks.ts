import { expect } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { type ClientOptions, Mas } from "../../../sdk/index.ts"
import { type OutboxAddOptions, OutboxError } from "../../../sdk/outbox/index.ts"
import { type OutboxSubject, receipt } from "./outbox-checks.ts"

const path = "/v1/my/messages"

/** What is sent by one sender only, in every engine. `change` runs a statement. */
export async function holdsSenders<Tx, Added>(
  { make, transaction }: OutboxSubject<Tx, Added>,
  change: (statement: string) => unknown,
): Promise<void> {
  const { world, clientOptions } = createMockService({ clock: "frozen" })
  const { token: otherKey } = world.credentials.mint({ kind: "api_key", account_id: 3 })
  const outboxOf = (options: ClientOptions = {}) =>
    make({ mas: new Mas({ ...clientOptions, maxRetries: 0, ...options }), longestWait: 0 })
  const outbox = outboxOf()
  await outbox.migrate()
  let number = 0
  const add = async (options: Partial<OutboxAddOptions> = {}, by = make({})) => {
    const order = ++number
    let id = ""
    await transaction(async (tx) => {
      id = String(await by.add(tx, receipt(order), { key: ["receipt", order], ...options }))
    })
    return id
  }
  const sentOf = (id: string) =>
    world.requests
      .list()
      .filter(({ idempotency_key, status }) => idempotency_key === id && status !== null && status < 300).length
  const lose = () => world.faults.add({ path, times: 1, drop: "after" })
  const problem = async (id: string) => {
    const { lastError } = await outbox.stats()
    expect(lastError?.id).toBe(id)
    return lastError?.error
  }
  const messagesOf = () => world.messages.list({ limit: 10_000 }).length

  // What may have been accepted waits for who may have sent it, and says so.
  const others: [ClientOptions, RegExp][] = [
    [
      { apiKey: otherKey },
      /accepted from the default brand of account 1 at \S+, and this is the default brand of account 3/,
    ],
    [
      { brandSid: "brand_second" },
      /from the default brand of account 1 at \S+, and this is brand brand_second of account 1/,
    ],
    [
      { baseUrl: "http://mirror.test" },
      /account 1 at \S+, and this is the default brand of account 1 at http:\/\/mirror.test/,
    ],
  ]
  for (const [options, reason] of others) {
    lose()
    const id = await add()
    expect(await outbox.send(id)).toBe("waits")
    const accepted = messagesOf()
    const other = outboxOf(options)
    expect([await other.send(id), await other.send(id)]).toEqual(["waits", "waits"])
    expect(await problem(id)).toMatch(reason)
    expect(await outbox.stats()).toMatchObject({ blocked: 1, waiting: 1, failed: 0 })
    expect(await outbox.blocked()).toMatchObject([{ id, error: expect.stringMatching(reason) }])
    expect(messagesOf()).toBe(accepted)
    expect(await outboxOf().send(id)).toBe("sent")
    expect(messagesOf()).toBe(accepted)
  }

  // A crash between the record and the call.
  const crashed = await add()
  const crashing = new Mas(clientOptions)
  await new Promise<void>((resolve) => {
    const send = () => {
      resolve()
      return new Promise<never>(() => {})
    }
    void make({ mas: { sender: (options) => crashing.sender(options), messages: { send } } }).send(crashed)
  })
  expect(await outbox.cancel(crashed)).toBe(false)
  expect(await outboxOf({ apiKey: otherKey }).send(crashed)).toBe("waits")
  expect(await problem(crashed)).toMatch(/may have been accepted/)
  expect(await outboxOf().send(crashed)).toBe("sent")

  // What the service certainly did not take may go out from another account, and so may what was never tried.
  for (const status of [401, 429, undefined]) {
    const id = await add()
    if (status) world.faults.add({ path, times: 1, status })
    if (status) expect(await outbox.send(id)).toBe("waits")
    expect(await outboxOf({ apiKey: otherKey }).send(id)).toBe("sent")
  }

  // An earlier version recorded no sender.
  const earlier = await add()
  await change(`update mas_outbox set in_doubt = 1 where id = '${earlier}'`)
  expect(await outbox.send(earlier)).toBe("waits")
  expect(await problem(earlier)).toMatch(/from a sender that an earlier version did not record/)
  await change(`update mas_outbox set in_doubt = 0 where id = '${earlier}'`)
  expect(await outbox.send(earlier)).toBe("sent")

  // A row's account is sent by itself only, whatever the key of the sender ignores.
  const ofClient = await add({ accountId: 3 })
  expect([await outbox.send(ofClient), sentOf(ofClient)]).toEqual(["waits", 0])
  expect(await problem(ofClient)).toMatch(
    /^it is for account 3, and the credential of this sender is of account 1: run a sender/,
  )
  expect([await outboxOf({ apiKey: otherKey }).send(ofClient), sentOf(ofClient)]).toEqual(["sent", 1])
  await expect(add({ accountId: 3 }, outbox)).rejects.toThrow("accountId is not read with an API key")
  const { token } = world.credentials.mint({ kind: "jwt", user_id: 1, account_id: 1 })
  const signedIn = outboxOf({ apiKey: undefined, token })
  expect(await signedIn.send(await add({ accountId: 1 }, signedIn))).toBe("sent")
  const inaccessible = await add({ accountId: 3 }, signedIn)
  expect(await signedIn.send(inaccessible)).toBe("waits")
  expect(await problem(inaccessible)).toMatch(
    /^it is for account 3, and the credential of this sender cannot read its account/,
  )
  expect(await outbox.cancel(inaccessible)).toBe(true)

  // A poller leaves it, tells, and the right one sends it.
  lose()
  const polledId = await add()
  expect(await outbox.send(polledId)).toBe("waits")
  const stop = new AbortController()
  const errors: unknown[] = []
  const polling = outboxOf({ apiKey: otherKey }).poll({
    signal: stop.signal,
    every: 1,
    onError: (error) => errors.push(error),
  })
  await expect.poll(() => errors.length).toBeGreaterThan(0)
  const rightPolling = outboxOf().poll({ signal: stop.signal, every: 1 })
  await expect.poll(() => sentOf(polledId)).toBe(1)
  await expect.poll(async () => (await outbox.stats()).waiting).toBe(0)
  stop.abort()
  await Promise.all([polling, rightPolling])
  expect(errors[0]).toBeInstanceOf(OutboxError)
  expect(errors[0]).toMatchObject({ id: polledId, isSetAside: false })
  expect(new Set(world.messages.list({ limit: 10_000 }).map(({ subject }) => subject)).size).toBe(messagesOf())
}

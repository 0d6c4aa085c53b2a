import { describe, expect, it } from "vitest"
import { withMockWorld } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"

/** Passes the variables of a message from this template to `use`. */
const variables = (html: string, data: Record<string, unknown> | undefined, use: (variables: object | null) => void) =>
  withMockWorld(async ({ clientOptions, world }) => {
    const mas = new Mas(clientOptions)
    const { id } = await mas.templates.create({ name: "T", html })
    const message = { channel: "email", to: "ana@example.test", subject: "Hi", template_id: id } as const
    await mas.messages.send(data === undefined ? message : { ...message, data })
    const detail = await world.messages.latest({})
    use(detail.variables)
  })

describe("the variables of a message", () => {
  const order =
    "{{ data.order }}{% for i in data.items %}{{ i.name }}{% endfor %}{{ data.user.name }}{{ contact.email }}"

  it(
    "are those used by its template, and those not used",
    variables(
      order,
      { order: "1", items: [{ name: "Tea" }], user: { name: "Ana", age: 7 }, note: "x", extra: { a: 1 } },
      (usage) =>
        expect(usage).toEqual({
          in_use: ["data.order", "data.items", "data.user.name"],
          not_given: [],
          not_in_use: ["data.user.age", "data.note", "data.extra"],
        }),
    ),
  )

  it(
    "are missing if absent or null",
    variables(order, { order: null, user: {} }, (usage) =>
      expect(usage).toEqual({
        in_use: [],
        not_given: ["data.order", "data.items", "data.user.name"],
        not_in_use: [],
      }),
    ),
  )

  it(
    "are found in indexes, in quoted keys, and in whole objects",
    variables(
      '{{ data.items[0].name }}{{ data["first name"] }}{{ data.event | json }}',
      { "first name": "Ana", items: [], event: { a: 1 } },
      (usage) =>
        expect(usage).toEqual({
          in_use: ["data.items[0].name", "data['first name']", "data.event"],
          not_given: [],
          not_in_use: [],
        }),
    ),
  )

  it(
    "are listed even without any data",
    variables("{{ data.name }}", undefined, (usage) =>
      expect(usage).toEqual({ in_use: [], not_given: ["data.name"], not_in_use: [] }),
    ),
  )

  it(
    "are null for a message without a template",
    withMockWorld(async ({ clientOptions, world }) => {
      const data = { name: "Ana" }
      await new Mas(clientOptions).messages.send({
        channel: "email",
        to: "a@b.test",
        subject: "Hi",
        body: "{{ data.name }}",
        data,
      })
      expect(await world.messages.latest({})).toMatchObject({ text: "Ana", variables: null })
      expect(await world.messages.latest({})).not.toHaveProperty("data")
    }),
  )
})

import { describe, expect, it } from "vitest"
import { ImportCreate, InviteCreate, PopupAccount, SendMessage, Signup, Webhook } from "../../sdk/contract/index.ts"
import { rootOf, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { SchemaPool } from "../../sdk/contract/openapi/schemas.ts"

describe("a model as JSON Schema", () => {
  it("refers to named models under $defs and carries the source's comments", () => {
    expect(toJsonSchema(InviteCreate, "input")).toEqual({
      $ref: "#/$defs/InviteCreate",
      $defs: {
        InviteCreate: {
          description: "Whom to invite.",
          type: "object",
          properties: {
            email: { description: "Whom to invite.", type: "string", format: "idn-email" },
            role: {
              description: "`member` when left out.",
              default: "member",
              $ref: "#/$defs/MembershipRole",
            },
          },
          required: ["email"],
          additionalProperties: false,
        },
        MembershipRole: {
          description: "The roles that can be given to a member of a team.",
          type: "string",
          enum: ["member", "admin"],
        },
      },
    })
  })

  it("has defaults as required fields on the output side", () => {
    expect(rootOf(toJsonSchema(InviteCreate, "input")).required).toEqual(["email"])
    expect(rootOf(toJsonSchema(InviteCreate, "output")).required).toEqual(["email", "role"])
  })

  it("accepts any string for an open set and shows the known values", () => {
    const { properties } = rootOf(toJsonSchema(Webhook, "output"))
    expect(properties?.status).toMatchObject({ type: "string", examples: ["active", "failing", "disabled"] })
    expect(properties?.status).not.toHaveProperty("enum")
  })

  it("keeps the shape of a body with interdependent fields", () => {
    const schema = rootOf(toJsonSchema(SendMessage, "input"))
    expect(Object.keys(schema.properties ?? {})).toEqual(Object.keys(SendMessage.shape))
    expect(schema.required).toEqual(["channel", "to"])
    expect(schema.properties?.reply_to).toMatchObject({ description: expect.stringContaining("replies") })
  })

  it("takes a nested model's comments from its own source", () => {
    const { $defs } = toJsonSchema(Signup, "input")
    expect($defs?.SignupUser?.properties?.invite_token).toMatchObject({
      description: expect.stringContaining("invitation"),
    })
    expect($defs?.Signup?.properties?.user).toEqual({ description: "Who signs up.", $ref: "#/$defs/SignupUser" })
  })

  it("marks a file as binary", () => {
    expect(rootOf(toJsonSchema(ImportCreate, "input")).properties?.file).toMatchObject({
      type: "string",
      format: "binary",
    })
  })

  it("writes ids as positive integers and timestamps only by their format", () => {
    const { properties } = rootOf(toJsonSchema(Webhook, "output"))
    const description = expect.any(String)
    expect(properties?.id).toEqual({ description, type: "integer", minimum: 1 })
    expect(properties?.created_at).toEqual({ description, type: "string", format: "date-time" })
    expect(toJsonSchema(PopupAccount, "output").$defs?.PopupAccount?.properties?.id).toEqual({
      description,
      type: "integer",
      minimum: 1,
    })
  })
})

describe("a document's models", () => {
  it("get one name if only one side is used", () => {
    const pool = new SchemaPool()
    const { document, schemas } = pool.place({ sent: pool.use(InviteCreate, "input") })
    expect(document.sent).toEqual({ $ref: "#/components/schemas/InviteCreate" })
    expect(Object.keys(schemas)).toEqual(["InviteCreate", "MembershipRole"])
  })

  it("get two names if both sides are used and differ, and one if they are equal", () => {
    const pool = new SchemaPool()
    const { document, schemas } = pool.place({
      sent: pool.use(InviteCreate, "input"),
      answered: pool.use(InviteCreate, "output"),
    })
    expect(document).toEqual({
      sent: { $ref: "#/components/schemas/InviteCreateInput" },
      answered: { $ref: "#/components/schemas/InviteCreate" },
    })
    expect(Object.keys(schemas)).toEqual(["InviteCreate", "InviteCreateInput", "MembershipRole"])
    expect(schemas.InviteCreateInput?.required).toEqual(["email"])
    expect(schemas.InviteCreate?.required).toEqual(["email", "role"])
  })

  it("omit unreferenced models", () => {
    const pool = new SchemaPool()
    pool.use(SendMessage, "input")
    expect(pool.place({}).schemas).toEqual({})
  })
})

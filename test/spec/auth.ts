import type { Login, Signup, User } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const auth: Noun<"auth"> = {
  section: "Sign-up, sign-in, OAuth popup",
  caller: { as: "owner" },
  models: {
    SignupUser: "first_name last_name email mobile invite_token password password_confirmation",
    LoginUser: "email password",
  },
  endpoints: {
    signup: endpoint<{ body: Signup; answer: User }>("POST /v1/signup", {
      success: [201],
      errors: [422],
    }),
    login: endpoint<{ body: Login; answer: User }>("POST /v1/login", {
      success: [200],
      errors: [401],
      ways: { 401: ({ send }) => send({ body: { user: { email: "owner@acme.test", password: "wrong" } } }) },
    }),
    logout: endpoint<{ answer: undefined }>("DELETE /v1/logout", {
      success: [204],
    }),
  },
}

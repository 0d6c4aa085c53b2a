// Written by `npm run generate` from the marks in sdk/contract. Do not edit.

/** Fields that hold a secret, wherever they stand. */
export const secretFields: readonly string[] = ["invite_token","password","password_confirmation","payment_token","secret","token"]

/** Path parameters that hold a secret, with the path that they stand in. */
export const secretPathParameters: readonly (readonly [path: string, name: string])[] = [["/v1/my/account/invites/{id}/accept","id"]]

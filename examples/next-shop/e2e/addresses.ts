const { SHOP_PORT = "3000", MOCK_PORT = "4010" } = process.env

export const shopPort = SHOP_PORT
export const mockPort = MOCK_PORT
export const shopUrl = `http://127.0.0.1:${SHOP_PORT}`
export const mockUrl = `http://127.0.0.1:${MOCK_PORT}`
/** The webhooks' signing secret, in each world. */
export const secret = "whsec_bmV4dC1zaG9wLXVuZGVyLXRlc3Q="

/** The secret of the preview's mock server, for its dashboard. */
export const mockToken = "token-of-the-preview"

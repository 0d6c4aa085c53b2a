/** The prepaid funding on offer, in cents. */
export const fundingOffer = {
  available: true,
  minimum_cents: 1_000,
  maximum_cents: 1_000_000,
  preset_cents: [2_500, 5_000, 10_000, 25_000],
}

export const validationRateCents = 0.5

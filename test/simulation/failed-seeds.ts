/**
 * Seeds whose days once broke, for a fault of the product or of the simulation: they are always lived through. A seed's day changes
 * with the plans that `plan.ts` makes; what it found is kept by a test of its own as well.
 */
export const failedSeeds: readonly number[] = [
  6, 7, 18, 20, 51, 74, 85, 112, 186, 201, 203, 225, 252, 310, 335, 391, 1005, 1238,
]

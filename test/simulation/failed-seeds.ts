/**
 * Seeds whose days once failed, through a defect of the product or of the simulation: they always run. A seed's day changes
 * when `plan.ts` changes its plans; each defect found also has its own test.
 */
export const failedSeeds: readonly number[] = [
  6, 7, 18, 20, 51, 74, 85, 112, 186, 201, 203, 225, 252, 310, 335, 391, 1005, 1238,
]

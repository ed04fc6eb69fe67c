import { currentLocale } from '../../messages'

/** People choose up to five stars, halves included; the server counts to 100. */
export const POINTS_OF_STAR = 20

/** Points as stars: 4.5 / 5. */
export const ratingText = (points: number): string =>
  `${new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 }).format(points / POINTS_OF_STAR)} / 5`

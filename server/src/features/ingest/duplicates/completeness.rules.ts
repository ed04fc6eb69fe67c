/** Metadata fields by which books are compared. */
export const FILLABLE = [
  ...(['title', 'number', 'volume', 'summary', 'publisher', 'imprint', 'year', 'month', 'language_iso'] as const),
  ...(['format_detail', 'age_rating', 'web', 'isbns', 'genres', 'tags', 'authors', 'subtitle', 'edition'] as const),
  ...(['original_title', 'book_type'] as const),
] as const

type Fillable = { readonly [Column in (typeof FILLABLE)[number]]: unknown }

/** Number of filled fields. Lists are stored as JSON. */
export function filledOf(row: Fillable): number {
  return FILLABLE.filter(column => ![null, '', '[]', '{}'].includes(row[column] as string | null)).length
}

/** Number of set bits: one for each locked field. */
export function lockedOf(locks: number): number {
  let count = 0
  for (let left = BigInt(locks); left > 0n; left &= left - 1n) count++
  return count
}

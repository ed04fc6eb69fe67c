/** EPUB: as reported by the reading app. Other formats: page divided by page count. From 0 to 1. */
export function shownPercentage(
  format: string,
  stored: number | null,
  currentPage: number,
  pageCount: number,
): number | null {
  if (format === 'epub' && stored !== null) return stored
  return pageCount > 0 ? Math.min(1, currentPage / pageCount) : stored
}

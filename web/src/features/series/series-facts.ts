import { seriesCover } from '../../api/cover-address'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import type { CardFacts } from '../../ui/media-card'

export { seriesCover }

/** A short description of a series on its card. */
export function seriesFacts(series: SeriesDto): CardFacts {
  const unread = series.unreadCount ?? 0
  const begun = unread > 0 && unread < series.bookCount
  return {
    id: series.id,
    title: series.title,
    line: quietLine(series, begun ? unread : 0),
    cover: seriesCover(series),
    thumbHash: series.thumbHash,
    progress: begun ? 1 - unread / series.bookCount : null,
    unread: series.bookCount > 0 && unread === series.bookCount,
    state: unread === 0 ? t('progress.read') : begun ? t('series.inProgress') : t('progress.unread'),
    aside: () => [series.publisher, series.year ? String(series.year) : null].filter(Boolean).join(' · '),
  }
}

/** The authors of novels; null for a series whose title only repeats them. */
export function seriesAuthors({ authors, title }: SeriesDto): string | null {
  return authors && authors !== title ? authors : null
}

/** Its page leads to the book, unless that is numbered or has another title. */
export function isOfOneNovel({ authors, bookCount }: SeriesDto): boolean {
  return Boolean(authors) && bookCount === 1
}

function quietLine(series: SeriesDto, unread: number): string {
  const authors = seriesAuthors(series)
  if (authors && isOfOneNovel(series)) return authors
  const parts = [t('books.count', { count: series.bookCount }), unread > 0 && t('series.unread', { count: unread })]
  // A narrow card has room for the name and one count.
  return (authors ? [parts.findLast(Boolean), authors] : parts).filter(Boolean).join(' · ')
}

import { seriesCover } from '../../api/cover-address'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import type { CardFacts } from '../../ui/media-card'

export { seriesCover }

/** A short description of a series on its card. */
export function seriesFacts(series: SeriesDto): CardFacts {
  const unread = series.unreadCount ?? 0
  const begun = unread > 0 && unread < series.bookCount
  const books = t('books.count', { count: series.bookCount })
  return {
    id: series.id,
    title: series.title,
    line: begun ? `${books} · ${t('series.unread', { count: unread })}` : books,
    cover: seriesCover(series),
    thumbHash: series.thumbHash,
    progress: begun ? 1 - unread / series.bookCount : null,
    unread: series.bookCount > 0 && unread === series.bookCount,
    state: unread === 0 ? t('progress.read') : begun ? t('series.inProgress') : t('progress.unread'),
    aside: [series.publisher, series.year ? String(series.year) : null].filter(Boolean).join(' · '),
  }
}

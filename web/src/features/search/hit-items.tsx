import { IconCategory, IconTag, IconUser } from '@tabler/icons-react'
import type { AnyRouter } from '@tanstack/react-router'
import type { FoundTextDto, NameHitDto, SearchResultDto } from '../../api/types'
import { bookCover, bookFacts } from '../books/book-facts'
import { seriesCover, seriesFacts } from '../series/series-facts'
import type { Item } from './items'
import { markedTitle } from './marked-title'
import { ts } from './messages'

export type NameKind = 'people' | 'genres' | 'tags'
export const nameKinds: readonly NameKind[] = ['people', 'genres', 'tags']

const icons = {
  people: <IconUser />,
  genres: <IconCategory />,
  tags: <IconTag />,
} as const

export function seriesItems({ series }: SearchResultDto, router: AnyRouter): Item[] {
  return (series?.hits ?? []).map(({ series, ranges, also }) => ({
    id: `series-${series.id}`,
    title: series.title,
    ranges,
    ...lineOf(also, [seriesFacts(series).line, series.year ? String(series.year) : null]),
    picture: { cover: seriesCover(series), thumbHash: series.thumbHash },
    href: router.buildLocation({ to: '/series/$seriesId', params: { seriesId: series.id } }).publicHref,
    run: null,
  }))
}

export function bookItems({ books }: SearchResultDto, router: AnyRouter): Item[] {
  return (books?.hits ?? []).map(({ book, ranges, also }) => ({
    id: `book-${book.id}`,
    ...markedTitle(book, ranges),
    ...lineOf(also, [bookFacts(book, 'anywhere').line]),
    picture: { cover: bookCover(book), thumbHash: book.thumbHash },
    href: router.buildLocation({ to: '/books/$bookId', params: { bookId: book.id } }).publicHref,
    run: null,
  }))
}

/** People, genres and tags link to their pages. */
export function nameItems(result: SearchResultDto, kind: NameKind, router: AnyRouter): Item[] {
  return (result[kind]?.hits ?? []).map(hit => ({
    id: `${kind}-${hit.id}`,
    title: hit.name,
    ranges: hit.ranges,
    line: seriesCount(hit),
    picture: { icon: icons[kind] },
    href: router.buildLocation({ to: '/browse/$place/$nameId', params: { place: kind, nameId: hit.id } }).publicHref,
    run: null,
  }))
}

export function seriesCount({ seriesCount: count, seriesCountIsExact }: NameHitDto): string {
  return ts(seriesCountIsExact ? 'search.series' : 'search.seriesMore', { count })
}

/** If the match is in another text, that text is shown. */
function lineOf(
  also: FoundTextDto | null | undefined,
  parts: readonly (string | null)[],
): Pick<Item, 'line' | 'lineRanges'> {
  if (!also) return { line: parts.filter(Boolean).join(' · ') }
  const line = ts(`search.also.${also.field}`, { text: also.text })
  const at = line.indexOf(also.text)
  return { line, lineRanges: also.ranges.map(({ start, end }) => ({ start: start + at, end: end + at })) }
}

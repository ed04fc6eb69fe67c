import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, FilterPresetDto, HomeRowDto, RecommendationCauseDto, SeriesDto } from '../../api/types'
import { EARLY_ROWS, ROWS_IN_SIGHT } from '../../early/early-rows'
import { hasFirstCovers } from '../../ui/opening'
import { bookRowQuery, recentlyReadQuery } from '../books/books.queries'
import { curatedListsQuery } from '../curated-lists/lists.queries'
import { librariesQuery } from '../libraries'
import { listBody } from '../lists'
import { homeQuery, presetsQuery, questionOfPreset } from '../presets'
import { withoutNovels } from './standalone.rules'

const rowLength = 24

/** First items of a saved filter. Its key starts like those of other rows, so that the same events invalidate it. */
const presetRowQuery = (preset: FilterPresetDto) => {
  const { kind, condition, text, sort } = questionOfPreset(preset)
  const body = listBody(preset.libraryId ?? null, condition, text)
  return queryOptions({
    queryKey: [...(kind === 'books' ? queryKeys.books : queryKeys.series), 'row', 'preset', body, sort] as const,
    queryFn: async ({ signal }): Promise<readonly (BookDto | SeriesDto)[]> => {
      const query = { pageSize: rowLength, sort }
      return (await api.post(`/api/v1/${kind}/list`, { query, body, signal })).data
    },
  })
}

/** A visible row: its query, and its cards. */
export type ShownRow = {
  readonly row: HomeRowDto
  readonly target: 'books' | 'series' | 'both' | 'lists'
  readonly preset?: FilterPresetDto
  readonly query: ReturnType<typeof presetRowQuery>
}

const wantedRowQuery = queryOptions({
  queryKey: [...queryKeys.wantToRead, 'row'] as const,
  queryFn: async ({ signal }) => {
    const { items } = await api.get('/api/v1/want-to-read', { query: { sort: 'custom', full: true }, signal })
    return items.flatMap(({ series, book }) => series ?? book ?? []).slice(0, rowLength)
  },
})

/** A recommended series with the reason. */
export type Recommended = SeriesDto & { readonly cause: RecommendationCauseDto }

/** Those with the same cause as the best one, or all if these are few. */
export const recommendedRowQuery = queryOptions({
  queryKey: [...queryKeys.series, 'row', 'because-you-read'] as const,
  queryFn: async ({ signal }) => {
    const { recommendations } = await api.get('/api/v1/user/recommendations', { signal })
    const all = recommendations.flatMap(({ series, cause }): Recommended[] =>
      series && cause ? [{ ...series, cause }] : [],
    )
    const some = all.filter(({ cause }) => cause.seriesId === all[0]?.cause.seriesId)
    return some.length >= FEW ? some : all
  },
})

/** Minimum length of a row for a single cause. */
const FEW = 4

const NEWEST = { 'recently-added': 'date_added,desc', 'recently-updated': 'date_updated,desc' } as const

/** New series. The libraries are loaded before any page. */
const seriesRowQuery = (row: keyof typeof NEWEST) =>
  queryOptions({
    queryKey: queryKeys.seriesRow(row),
    queryFn: async ({ signal }) => {
      const condition = withoutNovels(await queryClient.ensureQueryData(librariesQuery))
      if (!condition) return api.get(`/api/v1/series/${row}`, { query: { limit: rowLength }, signal })
      const query = { pageSize: rowLength, sort: NEWEST[row] }
      return (await api.post('/api/v1/series/list', { query, body: listBody(null, condition, ''), signal })).data
    },
  })

const USUAL = {
  'continue-reading': { target: 'books', query: bookRowQuery('in-progress') },
  'on-deck': { target: 'books', query: bookRowQuery('on-deck') },
  'want-to-read': { target: 'both', query: wantedRowQuery },
  'because-you-read': { target: 'series', query: recommendedRowQuery },
  'recently-added-books': { target: 'books', query: bookRowQuery('recently-added') },
  'recently-added-series': { target: 'series', query: seriesRowQuery('recently-added') },
  'recently-updated-series': { target: 'series', query: seriesRowQuery('recently-updated') },
  'recently-read': { target: 'books', query: recentlyReadQuery },
  collections: { target: 'lists', query: curatedListsQuery('collections') },
  readlists: { target: 'lists', query: curatedListsQuery('readlists') },
} as const

/** The visible rows, in order. */
export function shownRows(rows: readonly HomeRowDto[], presets: readonly FilterPresetDto[]): ShownRow[] {
  return rows.flatMap((row): ShownRow[] => {
    if (!row.shown) return []
    if (row.kind !== 'preset') return [{ row, ...(USUAL[row.kind] as unknown as Omit<ShownRow, 'row'>) }]
    const preset = presets.find(({ id }) => id === row.presetId)
    if (!preset) return []
    const { kind: target } = questionOfPreset(preset)
    return [{ row, target, preset, query: presetRowQuery(preset) }]
  })
}

/** How many of these rows have something to show. */
export const filled = (answers: readonly { readonly data?: readonly unknown[] | undefined }[]): number =>
  answers.filter(({ data }) => data && data.length > 0).length

/** How many rows are requested first; all if too few of these have anything to show. */
export function askedRows(rows: readonly ShownRow[]): number {
  const answers = rows.slice(0, EARLY_ROWS).map(({ query }) => ({ data: queryClient.getQueryData(query.queryKey) }))
  return answers.every(({ data }) => data) && filled(answers) < ROWS_IN_SIGHT ? rows.length : EARLY_ROWS
}

/** Prefetches the rows while the code of the page is loading. */
export async function fetchHomeAhead(): Promise<void> {
  const [{ rows }, presets] = await Promise.all([
    queryClient.fetchQuery(homeQuery),
    queryClient.fetchQuery(presetsQuery),
  ])
  const wanted = shownRows(rows, presets).slice(0, hasFirstCovers() ? undefined : EARLY_ROWS)
  const shown = wanted.filter(({ preset }) => !preset?.problem)
  await Promise.all(shown.map(({ query }) => queryClient.prefetchQuery(query)))
}

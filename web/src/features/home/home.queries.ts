import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, FilterPresetDto, HomeRowDto, SeriesDto } from '../../api/types'
import { bookRowQuery, recentlyReadQuery } from '../books/books.queries'
import { listBody } from '../lists'
import { homeQuery, presetsQuery, questionOfPreset } from '../presets'
import { seriesRowQuery } from '../series/series.queries'

const rowLength = 24

/** What a saved filter finds first. Its name begins as that of other rows, so that the same news makes it stale. */
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

/** A row that is to be seen: what it asks, and what its cards are. */
export type ShownRow = {
  readonly row: HomeRowDto
  readonly target: 'books' | 'series'
  readonly preset?: FilterPresetDto
  readonly query: ReturnType<typeof presetRowQuery>
}

const USUAL = {
  'continue-reading': { target: 'books', query: bookRowQuery('in-progress') },
  'on-deck': { target: 'books', query: bookRowQuery('on-deck') },
  'recently-added-books': { target: 'books', query: bookRowQuery('recently-added') },
  'recently-added-series': { target: 'series', query: seriesRowQuery('recently-added') },
  'recently-updated-series': { target: 'series', query: seriesRowQuery('recently-updated') },
  'recently-read': { target: 'books', query: recentlyReadQuery },
} as const

/** The rows to be seen, in their order. */
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

/** Asks for the rows while the code of the page is still on its way. */
export async function fetchHomeAhead(): Promise<void> {
  const [{ rows }, presets] = await Promise.all([
    queryClient.fetchQuery(homeQuery),
    queryClient.fetchQuery(presetsQuery),
  ])
  for (const { preset, query } of shownRows(rows, presets)) {
    if (!preset?.problem) void queryClient.prefetchQuery(query)
  }
}

import { getSeriesFull, listSeriesFull } from '@octavo/contract/full-series'
import {
  listLibraryInProgressSeries,
  listLibraryRecentlyAddedSeries,
  listLibraryRecentlyUpdatedSeries,
} from '@octavo/contract/library-shelf'
import {
  getSeries,
  listInProgressSeries,
  listLibrarySeries,
  listRecentlyAddedSeries,
  listRecentlyUpdatedSeries,
  listSeries,
  listSeriesFiltered,
  listSeriesGroups,
  searchSeries,
} from '@octavo/contract/series'
import type { Reader } from '../../../db'
import type { Binder, Call } from '../../../http/bind'
import { envelope, envelopeText, linkHeader } from '../../../http/envelope'
import { JSON_TYPE, type Produced, type ReplyCache } from '../../../http/reply-cache'
import type { Viewer } from '../../../kernel/viewer'
import { type Condition, parseCondition, parseSort, type Sort, takeScope } from '../../lists/filters'
import { parseText } from '../../lists/words'
import { libraryScope, requireLibrary } from '../../people/access'
import { fullSeries } from './full-series'
import { findSeries } from './series.queries'
import { seriesText, seriesView } from './series.view'
import { parseSeriesCondition } from './series-condition'
import { SERIES_FIELDS, SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { type SeriesQuestion, selectSeries, seriesGroups, seriesRows } from './series-list.queries'
import type { SeriesRow } from './series-row'
import { seriesValueRoutes } from './series-values.routes'

export interface SeriesDeps {
  readonly reader: Reader
  readonly replies: ReplyCache
}

interface EverywhereAsked extends NamesAsked {
  readonly libraryId?: string | undefined
  readonly sort?: string | undefined
}

interface NamesAsked {
  readonly genres?: string | undefined
  readonly tags?: string | undefined
}

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

type ListCall = Call<unknown, { page: number; pageSize: number; full?: boolean }, unknown>

/** What a search without pages sends. */
const FOUND = 50
/** The most that a list without pages sends. */
const ALL = 500

/** Series: lists and one series. */
export function seriesRoutes(binder: Binder, { reader, replies }: SeriesDeps): void {
  seriesValueRoutes(binder, { reader, replies })
  const sortOf = (text: string | undefined) => parseSort(text, SERIES_SORTS, SERIES_SORT_DEFAULT)
  const address = (call: { url: URL }) => call.url.pathname + call.url.search

  const shown = (viewer: Viewer, full: boolean | undefined, rows: readonly SeriesRow[]) =>
    full ? fullSeries(reader, viewer, rows) : rows.map(seriesView)

  const list = async (
    call: ListCall,
    question: Omit<SeriesQuestion, 'page' | 'pageSize'>,
    full = call.query.full,
  ): Promise<Produced> => {
    const { page, pageSize } = call.query
    const { rows, total } = await selectSeries(reader, call.viewer, { ...question, page, pageSize })
    const frame = envelope<never>(call.url, page, pageSize, total, [])
    const texts = full
      ? (await fullSeries(reader, call.viewer, rows)).map(each => JSON.stringify(each))
      : rows.map(seriesText)
    return { body: envelopeText(frame, texts), mediaType: JSON_TYPE, link: linkHeader(frame) }
  }

  const everywhere = (full: boolean | undefined) => (call: ListCall & Call<unknown, EverywhereAsked, unknown>) => {
    const sort = sortOf(call.query.sort)
    return replies.reply(call, address(call), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, call.query.libraryId)
      return list(call, { libraryPk, condition: havingNames(call.query), sort }, full ?? call.query.full)
    })
  }

  binder.bind(listSeries, everywhere(undefined))
  binder.bind(listSeriesFull, everywhere(true))

  binder.bind(listSeriesFiltered, call => {
    const asked = call.body.condition ? parseSeriesCondition(call.body.condition, call.viewer) : null
    const text = parseText(call.body.fullTextSearch)
    const sort = text && !call.query.sort ? BY_RELEVANCE : sortOf(call.query.sort)
    const library = takeScope(asked, 'libraryId')
    // The condition as it was understood: dates counted from now are another question a minute later.
    return replies.reply(call, address(call) + JSON.stringify([asked, text?.typed]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, library.id)
      return list(call, { libraryPk, condition: library.rest, text, sort })
    })
  })

  binder.bind(listSeriesGroups, call => {
    const asked = call.body.condition ? parseSeriesCondition(call.body.condition, call.viewer) : null
    const text = parseText(call.body.fullTextSearch)
    const library = takeScope(asked, 'libraryId')
    return replies.reply(call, address(call) + JSON.stringify([asked, text?.typed]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, library.id)
      return { body: await seriesGroups(reader, call.viewer, { libraryPk, condition: library.rest, text }) }
    })
  })

  binder.bind(searchSeries, call => {
    const { query, libraryId, full } = call.body
    const text = parseText(query)
    if (!text) return []
    return replies.reply(call, address(call) + JSON.stringify([text.typed, libraryId, full]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, libraryId ?? undefined)
      const question = { libraryPk, text, sort: BY_RELEVANCE, page: 1, pageSize: FOUND }
      const { rows } = await selectSeries(reader, call.viewer, question)
      return { body: await shown(call.viewer, full, rows) }
    })
  })

  binder.bind(listLibrarySeries, async call => {
    const sort = sortOf(call.query.sort)
    const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
    return replies.reply(call, address(call), () => list(call, { libraryPk, condition: havingNames(call.query), sort }))
  })

  const shelf = (
    call: Call<unknown, { full: boolean; limit?: number }, unknown>,
    order: Pick<SeriesQuestion, 'sort' | 'inProgress'>,
    scope: () => Promise<number | undefined>,
  ) =>
    replies.reply(call, address(call), async () => {
      const { limit = ALL, full } = call.query
      const question = { ...order, libraryPk: await scope(), page: 1, pageSize: limit }
      return { body: await shown(call.viewer, full, await seriesRows(reader, call.viewer, question)) }
    })
  const shelfOf = (order: Pick<SeriesQuestion, 'sort' | 'inProgress'>) => ({
    everywhere: (call: Call<unknown, { full: boolean; limit?: number; libraryId?: string | undefined }, unknown>) =>
      shelf(call, order, () => libraryScope(reader, call.viewer, call.query.libraryId)),
    inLibrary: async (call: Call<{ library_id: string }, { full: boolean; limit?: number }, unknown>) => {
      const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
      return shelf(call, order, async () => libraryPk)
    },
  })
  const added = shelfOf({ sort: [{ field: 'date_added', direction: 'desc' }] })
  const updated = shelfOf({ sort: [{ field: 'date_updated', direction: 'desc' }] })
  const inProgress = shelfOf({ sort: [{ field: 'date_read', direction: 'desc' }], inProgress: true })

  binder.bind(listRecentlyAddedSeries, added.everywhere)
  binder.bind(listRecentlyUpdatedSeries, updated.everywhere)
  binder.bind(listInProgressSeries, inProgress.everywhere)
  binder.bind(listLibraryRecentlyAddedSeries, added.inLibrary)
  binder.bind(listLibraryRecentlyUpdatedSeries, updated.inLibrary)
  binder.bind(listLibraryInProgressSeries, inProgress.inLibrary)

  const full = async (viewer: Viewer, row: SeriesRow): Promise<Produced> => {
    const [body] = await fullSeries(reader, viewer, [row])
    return { body: body ?? {} }
  }

  binder.bind(getSeries, call =>
    replies.reply(call, address(call), async () => {
      const row = await findSeries(reader, call.viewer, call.params.series_id)
      return call.query.full ? full(call.viewer, row) : { body: seriesText(row), mediaType: JSON_TYPE }
    }),
  )
  binder.bind(getSeriesFull, call =>
    replies.reply(call, call.url.pathname, async () =>
      full(call.viewer, await findSeries(reader, call.viewer, call.params.series_id)),
    ),
  )
}

/** Genres and tags with commas between, of which a series has to have all; null for none. */
function havingNames({ genres, tags }: NamesAsked): Condition | null {
  const of = (field: 'genre' | 'tag', names = '') =>
    names
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
      .map(value => ({ [field]: { operator: 'is', value } }))
  const wanted = [...of('genre', genres), ...of('tag', tags)]
  return wanted.length === 0 ? null : parseCondition({ allOf: wanted }, SERIES_FIELDS)
}

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
import type { Reader } from '../../db'
import type { Binder, Call } from '../../http/bind'
import { envelope, linkHeader } from '../../http/envelope'
import type { Produced, ReplyCache } from '../../http/reply-cache'
import { libraryScope, requireLibrary } from '../access'
import { type Condition, parseCondition, parseSort, type Sort, takeScope } from '../filters'
import { askText } from '../words'
import { findSeries } from './series.queries'
import { seriesView } from './series.view'
import { SERIES_FIELDS, SERIES_SORT_DEFAULT, SERIES_SORTS } from './series-fields'
import { type SeriesQuestion, selectSeries, seriesGroups, seriesRows } from './series-list.queries'

export interface SeriesDeps {
  readonly reader: Reader
  readonly replies: ReplyCache
}

const BY_RELEVANCE: Sort = [{ field: 'relevance', direction: 'asc' }]

type ListCall = Call<unknown, { page: number; pageSize: number }, unknown>

/** The most that a list without pages sends. */
const ALL = 500

/** Series: lists and one series. */
export function seriesRoutes(binder: Binder, { reader, replies }: SeriesDeps): void {
  const sortOf = (text: string | undefined) => parseSort(text, SERIES_SORTS, SERIES_SORT_DEFAULT)
  const address = (call: { url: URL }) => call.url.pathname + call.url.search

  const list = async (call: ListCall, question: Omit<SeriesQuestion, 'page' | 'pageSize'>): Promise<Produced> => {
    const { page, pageSize } = call.query
    const { rows, total } = await selectSeries(reader, call.viewer, { ...question, page, pageSize })
    const body = envelope(call.url, page, pageSize, total, rows.map(seriesView))
    return { body, link: linkHeader(body) }
  }

  binder.bind(listSeries, call => {
    const sort = sortOf(call.query.sort)
    return replies.reply(call, address(call), async () =>
      list(call, {
        libraryPk: await libraryScope(reader, call.viewer, call.query.libraryId),
        condition: havingNames(call.query),
        sort,
      }),
    )
  })

  binder.bind(listSeriesFiltered, call => {
    const asked = call.body.condition ? parseCondition(call.body.condition, SERIES_FIELDS) : null
    const text = askText(call.body.fullTextSearch)
    const sort = text && !call.query.sort ? BY_RELEVANCE : sortOf(call.query.sort)
    const library = takeScope(asked, 'libraryId')
    // The condition as it was understood: dates counted from now are another question a minute later.
    return replies.reply(call, address(call) + JSON.stringify([asked, text?.typed]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, library.id)
      return list(call, { libraryPk, condition: library.rest, text, sort })
    })
  })

  binder.bind(listSeriesGroups, call => {
    const asked = call.body.condition ? parseCondition(call.body.condition, SERIES_FIELDS) : null
    const text = askText(call.body.fullTextSearch)
    const library = takeScope(asked, 'libraryId')
    return replies.reply(call, address(call) + JSON.stringify([asked, text?.typed]), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, library.id)
      return { body: await seriesGroups(reader, call.viewer, { libraryPk, condition: library.rest, text }) }
    })
  })

  binder.bind(searchSeries, async ({ viewer, body }) => {
    const text = askText(body.query)
    if (!text) return []
    const libraryPk = await libraryScope(reader, viewer, body.libraryId ?? undefined)
    const { rows } = await selectSeries(reader, viewer, { libraryPk, text, sort: BY_RELEVANCE, page: 1, pageSize: 50 })
    return rows.map(seriesView)
  })

  binder.bind(listLibrarySeries, async call => {
    const sort = sortOf(call.query.sort)
    const libraryPk = await requireLibrary(reader, call.viewer, call.params.library_id)
    return replies.reply(call, address(call), () => list(call, { libraryPk, condition: havingNames(call.query), sort }))
  })

  const newest = (sort: Sort) => (call: Call<unknown, { limit: number; libraryId?: string | undefined }, unknown>) =>
    replies.reply(call, address(call), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, call.query.libraryId)
      const rows = await seriesRows(reader, call.viewer, { libraryPk, sort, page: 1, pageSize: call.query.limit })
      return { body: rows.map(seriesView) }
    })

  binder.bind(listRecentlyAddedSeries, newest([{ field: 'date_added', direction: 'desc' }]))
  binder.bind(listRecentlyUpdatedSeries, newest([{ field: 'date_updated', direction: 'desc' }]))

  binder.bind(listInProgressSeries, call =>
    replies.reply(call, address(call), async () => {
      const libraryPk = await libraryScope(reader, call.viewer, call.query.libraryId)
      const sort: Sort = [{ field: 'date_read', direction: 'desc' }]
      const rows = await seriesRows(reader, call.viewer, { libraryPk, inProgress: true, sort, page: 1, pageSize: ALL })
      return { body: rows.map(seriesView) }
    }),
  )

  binder.bind(getSeries, call =>
    replies.reply(call, call.url.pathname, async () => ({
      body: seriesView(await findSeries(reader, call.viewer, call.params.series_id)),
    })),
  )
}

/** Genres and tags with commas between, of which a series has to have all; null for none. */
function havingNames({ genres, tags }: { genres?: string | undefined; tags?: string | undefined }): Condition | null {
  const of = (field: 'genre' | 'tag', names = '') =>
    names
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
      .map(value => ({ [field]: { operator: 'is', value } }))
  const wanted = [...of('genre', genres), ...of('tag', tags)]
  return wanted.length === 0 ? null : parseCondition({ allOf: wanted }, SERIES_FIELDS)
}

import { listSeriesExternalIndex } from '@octavo/contract/external-index'
import { getSeriesFull, listSeriesFull } from '@octavo/contract/full-series'
import {
  listLibraryInProgressSeries,
  listLibraryRecentlyAddedSeries,
  listLibraryRecentlyUpdatedSeries,
} from '@octavo/contract/library-shelf'
import { listSeriesValues } from '@octavo/contract/list-value'
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
import type { Binder } from '../../../http/bind'
import { JSON_TYPE } from '../../../http/reply-cache'
import { type ListDeps, listAnswers, OWN_ORDER } from '../../lists/engine'
import type { Sort } from '../../lists/filters'
import { completeItem, filterOf, itemView } from '../items'
import { EXTERNAL_INDEX } from './external-index'
import { fullSeries } from './full-series'
import { saidOfSeries } from './said-of-series.queries'
import { SERIES_JSON } from './series-row'

/** Series of any list, as the contract shows them. */
export const SERIES_VIEW = itemView(SERIES_JSON, fullSeries)

/** Page size of a search without paging. */
const FOUND = 50
/** Maximum length of a list without paging. */
const ALL = 500

const newest = (field: string): Sort => [{ field, direction: 'desc' }]

/** Series: lists and one series. */
export function seriesRoutes(binder: Binder, deps: ListDeps): void {
  const { reader, replies } = deps
  const lists = listAnswers(deps, SERIES_VIEW)

  const everywhere = ({
    libraryId,
    sort,
    ...names
  }: NamesQuery & { libraryId?: string | undefined; sort?: string | undefined }) => ({
    ...{ scope: { library: libraryId }, sort, condition: withNames(names) },
  })
  const index = listAnswers(deps, EXTERNAL_INDEX)
  binder.bind(listSeriesExternalIndex, call => index.page(call, { sort: call.query.sort }))
  binder.bind(listSeries, call => lists.page(call, everywhere(call.query)))
  binder.bind(listSeriesFull, call => lists.page(call, everywhere(call.query), true))
  binder.bind(listLibrarySeries, async call =>
    lists.page(call, { scope: await lists.inLibrary(call), sort: call.query.sort, condition: withNames(call.query) }),
  )

  binder.bind(listSeriesFiltered, call => lists.page(call, { ...filterOf(call.body), sort: call.query.sort }))
  binder.bind(listSeriesGroups, call => lists.groups(call, filterOf(call.body)))
  binder.bind(listSeriesValues, call => lists.values(call, filterOf(call.body)))

  binder.bind(searchSeries, call => {
    const { query, libraryId, full } = call.body
    if (!query.trim()) return []
    return lists.array(call, { scope: { library: libraryId ?? undefined }, text: query }, { limit: FOUND, full })
  })

  for (const [route, libraryRoute, defaultSort, subset] of [
    [listRecentlyAddedSeries, listLibraryRecentlyAddedSeries, newest('date_added'), undefined],
    [listRecentlyUpdatedSeries, listLibraryRecentlyUpdatedSeries, newest('date_updated'), undefined],
    [listInProgressSeries, listLibraryInProgressSeries, newest(OWN_ORDER), 'in progress'],
  ] as const) {
    binder.bind(route, call => {
      const scope = { library: call.query.libraryId }
      return lists.array(call, { scope, subset, defaultSort }, { limit: ALL, ...call.query })
    })
    binder.bind(libraryRoute, async call =>
      lists.array(call, { scope: await lists.inLibrary(call), subset, defaultSort }, { limit: ALL, ...call.query }),
    )
  }

  binder.bind(getSeries, call => lists.one(call, call.params.series_id, call.query.full))
  binder.bind(getSeriesFull, call =>
    replies.reply(call, call.url.pathname, async () => {
      const { row, item } = await completeItem(reader, call.viewer, SERIES_VIEW, call.params.series_id)
      return { body: JSON.stringify({ ...item, ...(await saidOfSeries(reader, row.pk)) }), mediaType: JSON_TYPE }
    }),
  )
}

interface NamesQuery {
  readonly genres?: string | undefined
  readonly tags?: string | undefined
}

/** Comma-separated genres and tags that a series must all have; null for none. */
function withNames({ genres, tags }: NamesQuery): object | null {
  const of = (field: 'genre' | 'tag', names = '') =>
    names
      .split(',')
      .map(name => name.trim())
      .filter(Boolean)
      .map(value => ({ [field]: { operator: 'is', value } }))
  const wanted = [...of('genre', genres), ...of('tag', tags)]
  return wanted.length === 0 ? null : { allOf: wanted }
}

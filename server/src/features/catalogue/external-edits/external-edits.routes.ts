import * as contract from '@octavo/contract/external'
import type { ExternalSubject } from '@octavo/contract/external-sources'
import { sourceName } from '@octavo/contract/external-sources'
import type { Connection, Tx } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { namedSubject } from '../../people/audit'
import { BOOK_PLACE, findBook } from '../books'
import {
  type ExternalTable,
  externalIdOf,
  externalLinkOf,
  externalOf,
  externalView,
  removeExternal,
  type Subject,
  setExternalId,
  setExternalLink,
  setExternalRating,
} from '../external'
import { findSeries } from '../series'
import { publishExternal } from './publish-external'

export type ExternalDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

type Found = Subject & { readonly id: string }
type Change = [
  viewer: Viewer,
  of: Subject,
  table: ExternalTable,
  details: Readonly<Record<string, string>>,
  act: (tx: Tx, time: number) => Promise<unknown>,
]

/** Ids, links and ratings at other sites. What people set or delete overrides files. */
export function externalRoutes(binder: Binder, deps: ExternalDeps): void {
  const external = externalEdits(deps)
  seriesRoutes(binder, external)
  bookRoutes(binder, external)
}

/** Handlers of external ids, links and ratings. */
export function externalEdits({ reader, write, now }: ExternalDeps) {
  /** @throws NotFound for a missing or hidden subject */
  async function find(viewer: Viewer, kind: ExternalSubject, id: string): Promise<Found> {
    const { pk, id: own } =
      kind === 'series' ? await findSeries(reader, viewer, id) : await findBook(reader, viewer, BOOK_PLACE, id)
    return { kind, pk, id: own }
  }

  /** The shown entries of a series or book, by source. */
  async function list<Table extends ExternalTable>(of: Found, table: Table) {
    return (await externalOf(reader, table, of.kind, [of.pk])).get(of.pk) ?? []
  }

  /** Changes one source, and writes the audit log and events. */
  async function change(...[viewer, of, table, details, act]: Change): Promise<void> {
    await write(changeOf(viewer, of, table, details, act))
  }

  /** The same for a transaction of the caller. */
  function changeOf(...[viewer, of, table, details, act]: Change): (tx: Tx) => Promise<void> {
    const time = now()
    return async tx => {
      await act(tx, time)
      const { subject, library } = await namedSubject(tx, of.kind, of.pk)
      const field = FIELDS[table]
      await recordAct(tx, viewer, `${of.kind}_edited`, subject, {
        ...{ now: time, library, details: { fields: [field], ...details } },
      })
      await publishExternal(tx, of, field)
    }
  }

  /** @throws NotFound if the source has no entry */
  function remove(viewer: Viewer, of: Subject, table: ExternalTable, source: string) {
    return change(viewer, of, table, { removed: source }, async (tx, time) => {
      if (!(await removeExternal(tx, table, of, source, time))) throw notFound(WHAT[table])
    })
  }

  /** @throws NotFound if no entry has the id */
  async function removeById(viewer: Viewer, of: Found, table: ExternalTable, id: string) {
    const row = (await list(of, table)).find(each => each.id === id.toLowerCase())
    if (!row) throw notFound(WHAT[table])
    await remove(viewer, of, table, row.source)
  }

  async function setId(viewer: Viewer, of: Found, body: contract.CreateExternalIdRequest) {
    const said = externalIdOf(of.kind, body)
    const details = { added: `${said.source}: ${said.external_id}` }
    await change(viewer, of, 'external_ids', details, (tx, time) => setExternalId(tx, of, said, time))
    return foundOf(await list(of, 'external_ids'), said.source)
  }

  async function setLink(viewer: Viewer, of: Found, body: contract.CreateExternalLinkRequest) {
    const said = externalLinkOf(of.kind, body)
    const details = { added: `${said.source}: ${said.url}` }
    await change(viewer, of, 'external_links', details, (tx, time) => setExternalLink(tx, of, said, time))
    return foundOf(await list(of, 'external_links'), said.source)
  }

  /**
   * Makes these the links of a series or book, in a transaction of the caller; the others are deleted. Null if
   * nothing changes. @throws BadRequest for an invalid web address
   */
  async function prepareLinks(viewer: Viewer, of: Found, wanted: readonly contract.CreateExternalLinkRequest[]) {
    const said = wanted.map(link => externalLinkOf(of.kind, link))
    const shown = await list(of, 'external_links')
    const removed = shown.filter(({ source }) => !said.some(link => link.source === source))
    const added = said.filter(({ source, url }) => !shown.some(link => link.source === source && link.url === url))
    if (removed.length === 0 && added.length === 0) return null
    const details = {
      ...(added.length > 0 && { added: added.map(({ source, url }) => `${source}: ${url}`).join(', ') }),
      ...(removed.length > 0 && { removed: removed.map(({ source }) => source).join(', ') }),
    }
    return changeOf(viewer, of, 'external_links', details, async (tx, time) => {
      for (const { source } of removed) await removeExternal(tx, 'external_links', of, source, time)
      for (const link of added) await setExternalLink(tx, of, link, time)
    })
  }

  async function setRating(viewer: Viewer, of: Found, body: contract.CreateExternalRatingRequest) {
    const source = sourceName(body.sourceName)
    const said = { source, rating: body.rating, vote_count: body.voteCount ?? null }
    const details = { added: `${source}: ${body.rating}` }
    await change(viewer, of, 'external_ratings', details, (tx, time) => setExternalRating(tx, of, said, time))
    return foundOf(await list(of, 'external_ratings'), source)
  }

  return { find, list, remove, removeById, setId, setLink, prepareLinks, setRating }
}

const FIELDS = { external_ids: 'externalIds', external_links: 'externalLinks', external_ratings: 'externalRatings' }
const WHAT = { external_ids: 'External id', external_links: 'Link', external_ratings: 'Rating' }

/** @throws NotFound if somebody else has deleted it in the meantime */
function foundOf<Row extends { readonly source: string }>(rows: readonly Row[], source: string): Row {
  const row = rows.find(each => each.source === source)
  if (!row) throw notFound('Source')
  return row
}

function seriesRoutes(binder: Binder, external: ReturnType<typeof externalEdits>): void {
  const find = (viewer: Viewer, params: { readonly series_id: string }) =>
    external.find(viewer, 'series', params.series_id)

  binder.bind(contract.listSeriesExternalIds, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    return { externalIds: (await external.list(of, 'external_ids')).map(row => externalView.seriesIdView(row, of.id)) }
  })
  binder.bind(contract.createSeriesExternalId, async ({ viewer, params, body }) => {
    const of = await find(viewer, params)
    return externalView.seriesIdView(await external.setId(viewer, of, body), of.id)
  })
  binder.bind(contract.deleteSeriesExternalId, async ({ viewer, params }) => {
    await external.removeById(viewer, await find(viewer, params), 'external_ids', params.external_id_id)
    return null
  })
  binder.bind(contract.listSeriesExternalLinks, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    return { links: (await external.list(of, 'external_links')).map(row => externalView.seriesLinkView(row, of.id)) }
  })
  binder.bind(contract.createSeriesExternalLink, async ({ viewer, params, body }) => {
    const of = await find(viewer, params)
    return externalView.seriesLinkView(await external.setLink(viewer, of, body), of.id)
  })
  binder.bind(contract.deleteSeriesExternalLink, async ({ viewer, params }) => {
    await external.removeById(viewer, await find(viewer, params), 'external_links', params.link_id)
    return null
  })
  binder.bind(contract.listSeriesExternalRatings, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    const rows = await external.list(of, 'external_ratings')
    return { ratings: rows.map(row => externalView.seriesRatingView(row, of.id)) }
  })
  binder.bind(contract.createSeriesExternalRating, async ({ viewer, params, body }) => {
    const of = await find(viewer, params)
    return externalView.seriesRatingView(await external.setRating(viewer, of, body), of.id)
  })
  binder.bind(contract.deleteSeriesExternalRating, async ({ viewer, params }) => {
    await external.remove(viewer, await find(viewer, params), 'external_ratings', sourceName(params.source))
    return null
  })
}

function bookRoutes(binder: Binder, external: ReturnType<typeof externalEdits>): void {
  const find = (viewer: Viewer, params: { readonly book_id: string }) => external.find(viewer, 'book', params.book_id)

  binder.bind(contract.listBookExternalIds, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    return { externalIds: (await external.list(of, 'external_ids')).map(row => externalView.bookIdView(row, of.id)) }
  })
  binder.bind(contract.createBookExternalId, async ({ viewer, params, body }) => {
    const of = await find(viewer, params)
    return externalView.bookIdView(await external.setId(viewer, of, body), of.id)
  })
  binder.bind(contract.deleteBookExternalId, async ({ viewer, params }) => {
    await external.removeById(viewer, await find(viewer, params), 'external_ids', params.external_id_id)
    return null
  })
  binder.bind(contract.listBookExternalLinks, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    return { links: (await external.list(of, 'external_links')).map(row => externalView.bookLinkView(row, of.id)) }
  })
  binder.bind(contract.createBookExternalLink, async ({ viewer, params, body }) => {
    const of = await find(viewer, params)
    return externalView.bookLinkView(await external.setLink(viewer, of, body), of.id)
  })
  binder.bind(contract.deleteBookExternalLink, async ({ viewer, params }) => {
    await external.remove(viewer, await find(viewer, params), 'external_links', sourceName(params.source))
    return null
  })
  binder.bind(contract.listBookExternalRatings, async ({ viewer, params }) => {
    const of = await find(viewer, params)
    const rows = await external.list(of, 'external_ratings')
    return { ratings: rows.map(row => externalView.bookRatingView(row, of.id)) }
  })
}

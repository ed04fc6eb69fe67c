import type { BookDto } from '@octavo/contract/book'
import type { SeriesDto } from '@octavo/contract/series'
import * as contract from '@octavo/contract/want-to-read'
import type { Connection, Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { type Clock, timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_VIEW } from '../../catalogue/books'
import { textsByKeys } from '../../catalogue/items'
import { SERIES_VIEW } from '../../catalogue/series'
import { publishWanted } from './publish-wanted'
import { countQueue, type EntryRow, type QueueOrder, queueOf, wantedByIds } from './want-to-read.queries'
import { addToQueue, entryOf, orderQueue, removeFromQueue } from './want-to-read.store'
import type { WantedColumn } from './wanted'

export type WantToReadDeps = Pick<Connection, 'reader' | 'write'> & { readonly now: Clock }

const ORDERS: Readonly<Record<string, QueueOrder>> = {
  newest: 'newest',
  'added_at:desc': 'newest',
  oldest: 'oldest',
  'added_at:asc': 'oldest',
  custom: 'custom',
  position: 'custom',
}

/** Each user's own queue of series and books to read. */
export function wantToReadRoutes(binder: Binder, { reader, write, now }: WantToReadDeps): void {
  binder.bind(contract.listWantToRead, async ({ viewer, query }) => {
    const order = Object.hasOwn(ORDERS, query.sort) ? ORDERS[query.sort] : undefined
    if (!order) throw refused('BadRequest', 'field_bad', 'query sort: newest, oldest or custom', 'sort')
    const { full, after } = query
    const part = full ? { limit: contract.FULL_WANTED, offset: after } : { limit: contract.MOST_WANTED, offset: 0 }
    const rows = await queueOf(reader, viewer, order, part)
    const total = full ? await countQueue(reader, viewer) : rows.length
    const items = full ? await fullEntries(reader, viewer, rows) : rows.map(entryView)
    return { items, total }
  })

  binder.bind(contract.addWantToRead, async ({ viewer, body }) => {
    const { seriesId, bookId } = body
    if ((seriesId == null) === (bookId == null)) {
      throw refused('BadRequest', 'field_bad', 'body seriesId: give either a series or a book', 'seriesId')
    }
    const column = seriesId == null ? 'book_pk' : 'series_pk'
    const [wanted] = await wantedByIds(reader, viewer, column, [seriesId ?? bookId ?? ''])
    if (!wanted) throw notFound(column === 'book_pk' ? 'Book' : 'Series')
    const { id, added_at } = await write(async tx => {
      const added = await addToQueue(tx, viewer.userPk, [wanted], now())
      for (const each of added) publishWanted(tx, viewer.userPk, each)
      return entryOf(tx, viewer.userPk, wanted)
    })
    const { seriesId: ofSeries, bookId: ofBook } = wanted
    return entryView({ id, added_at, series_id: ofBook === null ? ofSeries : null, book_id: ofBook })
  })

  binder.bind(contract.bulkAddWantToRead, async ({ viewer, body }) => {
    const wanted = [
      ...(await wantedByIds(reader, viewer, 'series_pk', body.seriesIds ?? [])),
      ...(await wantedByIds(reader, viewer, 'book_pk', body.bookIds ?? [])),
    ]
    const added = await write(async tx => {
      const some = await addToQueue(tx, viewer.userPk, wanted, now())
      for (const each of some) publishWanted(tx, viewer.userPk, each)
      return some.length
    })
    return { added, alreadyPresent: wanted.length - added }
  })

  binder.bind(contract.orderWantToRead, async ({ viewer, body }) => {
    await write(tx => orderQueue(tx, viewer.userPk, body.ids))
    return null
  })

  /** Hidden and missing items are not in the viewer's queue: there is nothing to remove. */
  const remove = async (viewer: Viewer, column: WantedColumn, id: string) => {
    const [wanted] = await wantedByIds(reader, viewer, column, [id])
    if (wanted) {
      await write(async tx => {
        if (await removeFromQueue(tx, viewer.userPk, column, wanted.pk)) publishWanted(tx, viewer.userPk, wanted)
      })
    }
    return null
  }
  binder.bind(contract.removeWantToReadSeries, ({ viewer, params }) => remove(viewer, 'series_pk', params.series_id))
  binder.bind(contract.removeWantToReadBook, ({ viewer, params }) => remove(viewer, 'book_pk', params.book_id))
}

function entryView(row: Pick<EntryRow, 'id' | 'series_id' | 'book_id' | 'added_at'>): contract.WantToReadEntryDto {
  return {
    id: row.id,
    itemType: row.book_id === null ? 'series' : 'book',
    seriesId: row.series_id,
    bookId: row.book_id,
    addedAt: timestamp(row.added_at),
  }
}

async function fullEntries(
  reader: Reader,
  viewer: Viewer,
  rows: readonly EntryRow[],
): Promise<contract.WantToReadEntryDto[]> {
  const [series, books] = await Promise.all([
    textsByKeys(
      reader,
      viewer,
      SERIES_VIEW,
      rows.flatMap(row => row.series_pk ?? []),
    ),
    textsByKeys(
      reader,
      viewer,
      BOOK_VIEW,
      rows.flatMap(row => row.book_pk ?? []),
    ),
  ])
  return rows.flatMap((row): contract.WantToReadEntryDto[] => {
    const ofSeries = series.get(row.series_pk ?? 0)
    const ofBook = books.get(row.book_pk ?? 0)
    // Hidden meanwhile.
    if (ofSeries === undefined && ofBook === undefined) return []
    return [
      {
        ...entryView(row),
        ...(ofSeries !== undefined && { series: JSON.parse(ofSeries) as SeriesDto }),
        ...(ofBook !== undefined && { book: JSON.parse(ofBook) as BookDto }),
      },
    ]
  })
}

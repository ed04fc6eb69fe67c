import type { BREAKDOWNS, ReadingByDeviceDto, ReadingShareDto } from '@octavo/contract/reading-stats'
import type { Reader } from '../../../db'
import { timestamp } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { reports } from '../progress'
import { booksOfKeys } from './books.queries'
import { namesByKey, namesOfBooks, titlesOf } from './names.queries'
import { booksRead, type DeviceSums, devicesRead } from './shares.queries'
import { compare, greatest, newShare, type Share, type Sort, shareView, sumsView } from './statistics.view'
import { addTo, memberOf } from './sums'
import { type FinishedRow, finishedIn } from './times.queries'
import type { Window } from './window.rules'

/** The viewer's reading of one book, and how often it was finished. */
export interface BookShare {
  readonly bookPk: number
  readonly seriesPk: number
  readonly format: string
  readonly share: Share
}

/** Reading by book, including books finished without a session. */
export async function bookShares(
  reader: Reader,
  viewer: Viewer,
  window: Window,
  finished: readonly FinishedRow[],
): Promise<readonly BookShare[]> {
  const read = await booksRead(reader, viewer, window)
  const shares = new Map<number, BookShare>()
  for (const row of read) {
    const share = { ...newShare(), books: 1 }
    addTo(share, row)
    shares.set(row.book_pk, { bookPk: row.book_pk, seriesPk: row.series_pk, format: row.file_format, share })
  }
  const untold = [...new Set(finished.map(({ book_pk }) => book_pk))].filter(pk => !shares.has(pk))
  for (const { pk, series_pk, file_format } of await booksOfKeys(reader, viewer, untold)) {
    shares.set(pk, { bookPk: pk, seriesPk: series_pk, format: file_format, share: { ...newShare(), books: 1 } })
  }
  for (const { book_pk } of finished) {
    const known = shares.get(book_pk)
    if (known) known.share.finished++
  }
  return [...shares.values()]
}

/** Sums books by an attribute. */
export function sharesBy<Key>(
  books: readonly BookShare[],
  keysOf: (book: BookShare) => readonly Key[],
): ReadonlyMap<Key, Share> {
  const shares = new Map<Key, Share>()
  for (const book of books) {
    for (const key of keysOf(book)) {
      const share = memberOf(shares, key, newShare)
      addTo(share, book.share)
      share.finished += book.share.finished
      share.books++
    }
  }
  return shares
}

type Kind = (typeof BREAKDOWNS)[number]

interface Asked {
  readonly kind: Kind
  readonly window: Window
  readonly sort: Sort
  readonly limit: number
}

/** The largest shares of one kind; hidden items are not named. */
export async function breakdown(reader: Reader, viewer: Viewer, asked: Asked): Promise<ReadingShareDto[]> {
  const { kind, window, sort, limit } = asked
  if (kind === 'device') {
    const devices = await devicesView(reader, viewer, await devicesRead(reader, viewer, window), sort)
    return devices.slice(0, limit).map(({ deviceId, deviceName, lastReadAt: _, ...sums }) => ({
      id: deviceId,
      name: deviceName ?? null,
      books: 0,
      ...sums,
    }))
  }
  const books = await bookShares(reader, viewer, window, await finishedIn(reader, viewer, window))
  if (kind === 'format') {
    return greatest(
      sharesBy(books, ({ format }) => [format]),
      sort,
      limit,
    ).map(([format, share]) => shareView(format, format, share))
  }
  const isTitle = kind === 'series' || kind === 'book'
  const shares = isTitle
    ? sharesBy(books, ({ seriesPk, bookPk }) => [kind === 'series' ? seriesPk : bookPk])
    : await sharesByName(reader, kind, books)
  const top = greatest(shares, sort, limit)
  const pks = top.map(([pk]) => pk)
  const names = isTitle
    ? await titlesOf(reader, viewer, kind === 'series' ? 'series' : 'books', pks)
    : await namesByKey(reader, pks)
  return top.flatMap(([pk, share]) => {
    const named = names.get(pk)
    return named ? [shareView(named.id, named.name, share)] : []
  })
}

async function sharesByName(
  reader: Reader,
  kind: 'author' | 'genre' | 'tag',
  books: readonly BookShare[],
): Promise<ReadonlyMap<number, Share>> {
  const pks = books.map(({ bookPk }) => bookPk)
  const names = new Map<number, number[]>()
  for (const { book_pk, facet_pk } of await namesOfBooks(reader, kind, pks)) {
    memberOf(names, book_pk, () => []).push(facet_pk)
  }
  return sharesBy(books, ({ bookPk }) => names.get(bookPk) ?? [])
}

/** Devices with names: their own, else those of their credentials. */
export async function devicesView(
  reader: Reader,
  viewer: Viewer,
  rows: readonly DeviceSums[],
  sort: Sort,
): Promise<ReadingByDeviceDto[]> {
  const nameless = rows.flatMap(({ device, device_name }) =>
    device_name === null ? [{ of: device, signIn: device }] : [],
  )
  const names = await reports.deviceNames(reader, viewer, nameless)
  return rows
    .toSorted((a, b) => compare(a, b, sort))
    .map(row => {
      const known = names.get(row.device)
      const given = [known?.client, known?.system].filter(Boolean).join(', ')
      return {
        deviceId: row.device,
        deviceName: row.device_name ?? known?.name ?? (given || null),
        lastReadAt: timestamp(row.last_at),
        ...sumsView(row, row.finished),
      }
    })
}

import type { ReadListEntryDto } from '@octavo/contract/read-list'
import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_PLACE, BOOK_VIEW, findBook, firstReadable } from '../../catalogue/books'
import { textsByKeys } from '../../catalogue/items'
import type { CuratedListRow } from './curated-list-row'
import { seenMembers } from './curated-lists.queries'
import { READ_LIST } from './kind'
import { memberKeys } from './members'
import { isOwner } from './rights.rules'

interface Facts {
  readonly section: string | null
  readonly wanted: ReadListEntryDto['wanted']
  readonly undecided: boolean
}

/** A page of a manual read list, in its order, each entry as JSON of the contract. */
export async function entryTexts(
  reader: Reader,
  viewer: Viewer,
  row: CuratedListRow,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly texts: readonly string[]; readonly total: number }> {
  const members = await seenMembers(reader, viewer, READ_LIST, row.pk)
  const shown = members.slice((page - 1) * pageSize, page * pageSize)
  const [books, facts] = await Promise.all([
    textsByKeys(
      reader,
      viewer,
      BOOK_VIEW,
      shown.flatMap(({ itemPk }) => itemPk ?? []),
    ),
    factsOf(
      reader,
      shown.map(({ pk }) => pk),
    ),
  ])
  const texts = shown.map(({ pk, id, itemPk }) => {
    const { section = null, wanted = null, undecided = false } = facts.get(pk) ?? {}
    const book = itemPk === null ? undefined : books.get(itemPk)
    const members = JSON.stringify({
      ...{ id, section, undecided: undecided && isOwner(viewer, row) },
      wanted: book ? null : wanted,
    })
    return `${members.slice(0, -1)},"book":${book ?? 'null'}}`
  })
  return { texts, total: members.length }
}

async function factsOf(reader: Reader, pks: readonly number[]): Promise<ReadonlyMap<number, Facts>> {
  if (pks.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('read_list_entries')
    .select(['pk', 'section', 'wanted_series', 'wanted_number', 'wanted_volume', 'wanted_year'])
    .select(sql<number>`case when book_pk is null and undecided then 1 else 0 end`.as('undecided'))
    .where('pk', 'in', [...pks])
    .execute()
  return new Map(
    rows.map(row => {
      const { wanted_number: number, wanted_volume: volume, wanted_year: year } = row
      const wanted = row.wanted_series === null ? null : { series: row.wanted_series, number, volume, year }
      return [row.pk, { section: row.section, wanted, undecided: Number(row.undecided) === 1 }]
    }),
  )
}

/** Maximum number of members searched for a position. */
const MOST = 20_000

interface Neighbours {
  readonly before: number | undefined
  readonly after: number | undefined
  /** From 1. */
  readonly position: number
  readonly total: number
}

/**
 * Keys of the nearest books before and after one in a list that the viewer can open.
 * @throws NotFound if the book is not in it
 */
export async function neighboursOf(
  reader: Reader,
  viewer: Viewer,
  row: CuratedListRow,
  bookId: string,
): Promise<Neighbours> {
  const { pk } = await findBook(reader, viewer, BOOK_PLACE, bookId)
  const keys = await memberKeys(reader, viewer, READ_LIST, row, MOST)
  const at = keys.indexOf(pk)
  if (at < 0) throw notFound('Book')
  const [before, after] = await Promise.all([
    firstReadable(reader, keys.slice(0, at).reverse()),
    firstReadable(reader, keys.slice(at + 1)),
  ])
  return { before, after, position: at + 1, total: keys.length }
}

/** The same as JSON of the contract. */
export async function neighboursText(
  reader: Reader,
  viewer: Viewer,
  row: CuratedListRow,
  bookId: string,
): Promise<string> {
  const { before, after, position, total } = await neighboursOf(reader, viewer, row, bookId)
  const texts = await textsByKeys(
    reader,
    viewer,
    BOOK_VIEW,
    [before, after].filter(each => each !== undefined),
  )
  const text = (key: number | undefined) => (key === undefined ? 'null' : (texts.get(key) ?? 'null'))
  return `{"prev":${text(before)},"next":${text(after)},"position":${position},"total":${total}}`
}

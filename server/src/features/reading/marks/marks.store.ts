import { sql } from 'kysely'
import { insertRows, runPrepared, type Tx, updateRows } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import { searchTextOf } from './mark.rules'
import type { MarkContent, MarkDraft, MarkRow, PlacedIn } from './mark.types'

/** Serialises changes of one user's marks, so that none is saved twice and no limit is exceeded. */
export async function lockMarks(tx: Tx, userPk: number): Promise<void> {
  if (tx.dialect.kind === 'postgres') await tx.dialect.lockName(`marks of ${userPk}`).execute(tx.query)
}

const KNOWN = [
  ...(['marks.pk', 'marks.id', 'marks.book_pk', 'marks.updated_at', 'marks.deleted_at'] as const),
  ...(['marks.quote', 'marks.page', 'marks.region', 'marks.rects', 'marks.locator'] as const),
] as const
export type KnownMark = Pick<
  MarkRow,
  'pk' | 'id' | 'book_pk' | 'updated_at' | 'deleted_at' | 'quote' | 'page' | 'region' | 'rects' | 'locator'
>

/** Known ids of the user's marks, including deleted ones. */
export async function knownMarks(
  tx: Tx,
  userPk: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, KnownMark>> {
  const values = { userPk, ids: JSON.stringify(ids.map(id => ({ id }))) }
  const rows = await runPrepared<KnownMark, typeof values>(tx, 'marks.known', values, (p, query) =>
    query
      .selectFrom(tx.dialect.jsonRows<{ id: string }>(p.ids, { id: 'text' }).as('asked'))
      // A cross join: SQLite without statistics would read all marks of the user for each id.
      .crossJoin('marks')
      .whereRef('marks.id', '=', 'asked.id')
      .where('marks.user_pk', '=', p.userPk)
      .select(KNOWN),
  )
  return new Map(rows.map(row => [row.id, row]))
}

export function ownMark(tx: Tx, userPk: number, id: string): Promise<MarkRow | undefined> {
  return tx.query
    .selectFrom('marks')
    .selectAll()
    .where('user_pk', '=', userPk)
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
}

/** How many more marks the user may have, in total and in each of these books. */
export async function roomFor(tx: Tx, userPk: number, bookPks: readonly number[]) {
  const values = { userPk, books: JSON.stringify(bookPks) }
  const inBooks = await runPrepared<{ book_pk: number; count: number }, typeof values>(
    tx,
    'marks.count',
    values,
    (p, query) =>
      query
        .selectFrom('marks')
        .select(['book_pk', query.fn.countAll<number>().as('count')])
        .where('user_pk', '=', p.userPk)
        .where('deleted_at', 'is', null)
        .where(tx.dialect.isKeyOf(sql.ref('book_pk'), p.books))
        .groupBy('book_pk'),
  )
  const { count } = await tx.query
    .selectFrom('marks')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_pk', '=', userPk)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { marks, marksOfBook } = LIMITS.perPerson
  const counts = new Map(inBooks.map(row => [row.book_pk, Number(row.count)]))
  return {
    inAll: marks - Number(count),
    inBook: new Map(bookPks.map(pk => [pk, marksOfBook - (counts.get(pk) ?? 0)])),
  }
}

/** Adds new marks. */
export async function addMarks(tx: Tx, userPk: number, drafts: readonly MarkDraft[]): Promise<void> {
  const rows = drafts.map(({ id, book, placedIn, content, createdAt, updatedAt }) => ({
    id,
    user_pk: userPk,
    book_pk: book.pk,
    ...content,
    file_hash: placedIn.file_hash,
    pages_hash: placedIn.pages_hash,
    search_text: searchTextOf(content),
    created_at: createdAt,
    updated_at: updatedAt,
  }))
  await insertRows(tx, 'marks', rows)
}

/** A change of an existing mark; without `placedIn` it stays in its file. */
export interface MarkChange {
  readonly pk: number
  readonly content: MarkContent
  readonly updatedAt: number
  readonly placedIn: PlacedIn | null
}

/** Changes any number of existing marks: one statement for those that stay in their file and one for the others. */
export async function changeMarks(tx: Tx, changes: readonly MarkChange[]): Promise<void> {
  const rows = changes.map(({ pk, content, updatedAt, placedIn }) => ({
    pk,
    ...content,
    search_text: searchTextOf(content),
    updated_at: updatedAt,
    ...(placedIn && { file_hash: placedIn.file_hash, pages_hash: placedIn.pages_hash }),
  }))
  for (const alike of Map.groupBy(rows, row => 'file_hash' in row).values()) {
    await updateRows(tx, 'marks', 'changed', alike)
  }
}

/** Deletes a mark: its id stays for a while. The oldest such ids are purged. */
export async function deleteMark(tx: Tx, userPk: number, pk: number, now: number, updatedAt: number): Promise<void> {
  const nothing = { color: null, note: null, quote: null, region: null, rects: null, locator: null, search_text: '' }
  await tx.query
    .updateTable('marks')
    .set({ ...nothing, updated_at: updatedAt, deleted_at: now })
    .where('pk', '=', pk)
    .execute()
  await tx.query
    .deleteFrom('marks')
    .where('pk', 'in', query =>
      query
        .selectFrom('marks')
        .select('pk')
        .where('user_pk', '=', userPk)
        .where('deleted_at', 'is not', null)
        .orderBy('deleted_at', 'desc')
        .orderBy('pk', 'desc')
        .limit(1_000)
        .offset(LIMITS.perPerson.deletedMarks),
    )
    .execute()
}

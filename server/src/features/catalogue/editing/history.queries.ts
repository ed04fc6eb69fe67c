import type { MetadataEditDto } from '@octavo/contract/metadata-history'
import type { Selectable } from 'kysely'
import type { Reader, Tx } from '../../../db'
import type { MetadataEditsTable } from '../../../db/schema/editing'
import { timestamp } from '../../../kernel/clock'
import type { Changes } from '../edit-history'

export type EditRow = Selectable<MetadataEditsTable>

const COLUMN = { book: 'book_pk', series: 'series_pk' } as const
export type EditedKind = keyof typeof COLUMN

/** One page of the edits of a book or series, newest first, and their number; the caller has checked access. */
export async function editsOf(
  reader: Reader,
  kind: EditedKind,
  pk: number,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ readonly rows: EditRow[]; readonly total: number }> {
  const own = reader.query.selectFrom('metadata_edits').where(COLUMN[kind], '=', pk)
  const rows = await own
    .selectAll()
    .orderBy('pk', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await own.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, total: Number(total) }
}

/** One edit of a book or series; undefined if it belongs to another one. */
export function editById(tx: Reader | Tx, kind: EditedKind, pk: number, id: string): Promise<EditRow | undefined> {
  return (tx as Tx).query
    .selectFrom('metadata_edits')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .where(COLUMN[kind], '=', pk)
    .executeTakeFirst()
}

/** Maximum number of edits read to find the last one of a field. */
const LATEST = 50
const MOST_PAGES = 20

/** The last unreverted edit of a field; undefined if it is not among the newest thousand. */
export async function lastEditOf(
  tx: Reader | Tx,
  kind: EditedKind,
  pk: number,
  field: string,
): Promise<EditRow | undefined> {
  for (let page = 0; page < MOST_PAGES; page++) {
    const rows = await (tx as Tx).query
      .selectFrom('metadata_edits')
      .selectAll()
      .where(COLUMN[kind], '=', pk)
      .where('reverted_at', 'is', null)
      .orderBy('pk', 'desc')
      .limit(LATEST)
      .offset(page * LATEST)
      .execute()
    const found = rows.find(row => changesOf(row).fields.some(change => change.field === field))
    if (found || rows.length < LATEST) return found
  }
  return undefined
}

/** The edits of an action after a key, in key order. */
export function editsOfAct(tx: Reader | Tx, actId: string, after: number, limit: number): Promise<EditRow[]> {
  return (tx as Tx).query
    .selectFrom('metadata_edits')
    .selectAll()
    .where('act_id', '=', actId)
    .where('pk', '>', after)
    .orderBy('pk')
    .limit(limit)
    .execute()
}

export function changesOf({ changes }: Pick<EditRow, 'changes'>): Changes {
  return JSON.parse(changes)
}

export function editView(row: EditRow): MetadataEditDto {
  const { fields, locked, unlocked } = changesOf(row)
  return {
    id: row.id,
    actId: row.act_id,
    at: timestamp(row.at),
    person: row.user_name,
    origin: row.origin as MetadataEditDto['origin'],
    changes: [...fields],
    locked: [...locked],
    unlocked: [...unlocked],
    revertedAt: row.reverted_at === null ? null : timestamp(row.reverted_at),
  }
}

/** User names by id; deleted accounts are left out. */
export async function userNames(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await reader.query
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(row => [row.id, row.username]))
}

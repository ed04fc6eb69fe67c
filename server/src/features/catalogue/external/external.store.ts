import type { ExternalSubject } from '@octavo/contract/external-sources'
import { sql } from 'kysely'
import type { Tx } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import type { ExternalId, ExternalLink } from './external.rules'

/** The subject of ids, links and ratings. */
export interface Subject {
  readonly kind: ExternalSubject
  readonly pk: number
}

export interface ExternalRating {
  readonly source: string
  readonly rating: number
  readonly vote_count: number | null
}

export type ExternalTable = 'external_ids' | 'external_links' | 'external_ratings'

export const columnOf = ({ kind }: Pick<Subject, 'kind'>) => (kind === 'series' ? 'series_pk' : 'book_pk')

/** Sets a person's id; it overrides the file's. */
export async function setExternalId(tx: Tx, of: Subject, said: ExternalId, now: number): Promise<void> {
  const column = columnOf(of)
  await expectRoom(tx, 'external_ids', of, said.source)
  const row = { ...said, removed: false, metadata_hash: null, last_synced_at: null, updated_at: now }
  await tx.query
    .insertInto('external_ids')
    .values({ id: newId(), [column]: of.pk, origin: 'person', created_at: now, ...row })
    .onConflict(conflict =>
      conflict.columns([column, 'source', 'origin']).where(column, 'is not', null).doUpdateSet(row),
    )
    .execute()
}

/** Sets a person's link; it overrides the file's. */
export async function setExternalLink(tx: Tx, of: Subject, said: ExternalLink, now: number): Promise<void> {
  const column = columnOf(of)
  await expectRoom(tx, 'external_links', of, said.source)
  const row = { ...said, removed: false, updated_at: now }
  await tx.query
    .insertInto('external_links')
    .values({ id: newId(), [column]: of.pk, origin: 'person', created_at: now, ...row })
    .onConflict(conflict =>
      conflict.columns([column, 'source', 'origin']).where(column, 'is not', null).doUpdateSet(row),
    )
    .execute()
}

/** Sets a person's rating; it overrides the file's. */
export async function setExternalRating(tx: Tx, of: Subject, said: ExternalRating, now: number): Promise<void> {
  const column = columnOf(of)
  await expectRoom(tx, 'external_ratings', of, said.source)
  const row = { ...said, removed: false, updated_at: now }
  await tx.query
    .insertInto('external_ratings')
    .values({ id: newId(), [column]: of.pk, origin: 'person', created_at: now, ...row })
    .onConflict(conflict =>
      conflict.columns([column, 'source', 'origin']).where(column, 'is not', null).doUpdateSet(row),
    )
    .execute()
}

/**
 * Deletes the entry of one source. A tombstone row hides the file's entry, so the next scan doesn't restore it. Returns
 * false if there is no entry.
 */
export async function removeExternal(
  tx: Tx,
  table: ExternalTable,
  of: Subject,
  source: string,
  now: number,
): Promise<boolean> {
  const column = columnOf(of)
  const rows = await tx.query
    .selectFrom(table)
    .select(['pk', 'origin', 'removed'])
    .where(column, '=', of.pk)
    .where('source', '=', source)
    .execute()
  const own = rows.find(row => row.origin === 'person')
  const file = rows.find(row => row.origin === 'file')
  if (own ? own.removed : !file) return false
  if (own && !file) await deleteRow(tx, table, own.pk)
  else if (own) await hideRow(tx, table, own.pk, { origin: 'person', removed: true, updated_at: now })
  // The file's row becomes the person's; the next scan adds a new file row, which it hides.
  else if (file) await hideRow(tx, table, file.pk, { origin: 'person', removed: true, updated_at: now })
  return true
}

async function hideRow(
  tx: Tx,
  table: ExternalTable,
  pk: number,
  row: { readonly origin: 'person'; readonly removed: true; readonly updated_at: number },
): Promise<void> {
  if (table === 'external_ids') await tx.query.updateTable('external_ids').set(row).where('pk', '=', pk).execute()
  else if (table === 'external_links')
    await tx.query.updateTable('external_links').set(row).where('pk', '=', pk).execute()
  else await tx.query.updateTable('external_ratings').set(row).where('pk', '=', pk).execute()
}

async function deleteRow(tx: Tx, table: ExternalTable, pk: number): Promise<void> {
  if (table === 'external_ids') await tx.query.deleteFrom('external_ids').where('pk', '=', pk).execute()
  else if (table === 'external_links') await tx.query.deleteFrom('external_links').where('pk', '=', pk).execute()
  else await tx.query.deleteFrom('external_ratings').where('pk', '=', pk).execute()
}

/** Removes the tombstones of file entries. What people have added stays. */
export async function resetExternal(tx: Tx, of: Subject): Promise<void> {
  const column = columnOf(of)
  const hides = sql<boolean>`removed and origin = 'person'`
  await tx.query.deleteFrom('external_ids').where(column, '=', of.pk).where(hides).execute()
  await tx.query.deleteFrom('external_links').where(column, '=', of.pk).where(hides).execute()
  await tx.query.deleteFrom('external_ratings').where(column, '=', of.pk).where(hides).execute()
}

/** @throws BadRequest if the limit of other sources is reached */
async function expectRoom(tx: Tx, table: ExternalTable, of: Subject, source: string): Promise<void> {
  const most = LIMITS.metadata.external
  const { count } = await tx.query
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where(columnOf(of), '=', of.pk)
    .where('source', '<>', source)
    .executeTakeFirstOrThrow()
  // A file and a person may each have an entry of one source.
  if (count >= most * 2) throw refused('BadRequest', 'list_long', `At most ${most} sources`, { max: most })
}

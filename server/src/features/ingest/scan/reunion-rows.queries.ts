import { type SqlBool, sql } from 'kysely'
import type { Reader } from '../../../db'
import type { Reunion } from './reunion.rules'

/** Books per statement. */
const PART = 400

interface Asking {
  readonly query: Pick<Reader['query'], 'selectFrom'>
}

interface BookState {
  readonly pk: number
  readonly id: string
  readonly path: string
  readonly deleted: boolean
  readonly created_at: number
  readonly series_pk: number
  readonly folder_pk: number
  readonly library_pk: number
  readonly library_id: string
  readonly library_name: string
}

/** A missing book and the new row of its file, as stored. */
export interface ReunionRow extends Reunion {
  readonly old: BookState
  readonly fresh: BookState
}

/** The rows of those pairs that are still valid. */
export async function reunionRows(
  reader: Asking,
  pairs: readonly (Reunion & { readonly old?: BookState })[],
): Promise<ReunionRow[]> {
  const states = new Map<number, BookState>()
  for (let at = 0; at < pairs.length; at += PART) {
    const part = pairs.slice(at, at + PART).flatMap(({ pk, freshPk }) => [pk, freshPk])
    for (const row of await statesOf(reader, part)) states.set(row.pk, row)
  }
  return pairs.flatMap(({ old: before, ...pair }) => {
    const old = states.get(pair.pk)
    const fresh = states.get(pair.freshPk)
    if (!old || !fresh || fresh.deleted) return []
    // Another scan may have found it meanwhile.
    if (!old.deleted && old.library_pk !== pair.libraryPk) return []
    if (before && (before.path !== old.path || before.deleted !== old.deleted)) return []
    const { pk, freshPk, libraryPk, isChanged, since } = pair
    return [{ pk, freshPk, libraryPk, isChanged, since, old, fresh }]
  })
}

function statesOf({ query }: Asking, pks: readonly number[]): Promise<BookState[]> {
  return query
    .selectFrom('books')
    .innerJoin('libraries', 'libraries.pk', 'books.library_pk')
    .select(['books.pk', 'books.id', 'books.path', 'books.deleted', 'books.created_at', 'books.series_pk'])
    .select(['books.folder_pk', 'books.library_pk', 'libraries.id as library_id', 'libraries.name as library_name'])
    .where('books.pk', 'in', pks)
    .execute()
}

/** A series that has lost all its books, as it will be named in its new place. */
export interface FollowingSeries {
  readonly pk: number
  readonly id: string
  readonly title: string
  readonly books: number
}

/**
 * The series that follows its books to their new place: one without live books, if at least half of the books there are
 * not new.
 */
export async function seriesToFollow(
  { query }: Asking,
  { freshPk, oldPks, since }: { readonly freshPk: number; readonly oldPks: readonly number[]; readonly since: number },
): Promise<FollowingSeries | null> {
  const fresh = await query
    .selectFrom('series')
    .select(['created_at', 'title'])
    .where('pk', '=', freshPk)
    .executeTakeFirst()
  if (!fresh || fresh.created_at <= since) return null
  const live = query.selectFrom('books').where(sql<SqlBool>`not deleted`)
  const { total, older } = await live
    .where('series_pk', '=', freshPk)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .select(sql<number>`coalesce(sum(case when created_at < ${fresh.created_at} then 1 else 0 end), 0)`.as('older'))
    .executeTakeFirstOrThrow()
  if (Number(older) * 2 < Number(total)) return null
  const byBooks = [...Map.groupBy(oldPks, pk => pk)].toSorted(([, a], [, b]) => b.length - a.length)
  for (const [pk] of byBooks) {
    const series = await query.selectFrom('series').select(['id', 'created_at']).where('pk', '=', pk).executeTakeFirst()
    if (!series || pk === freshPk || series.created_at >= fresh.created_at) continue
    const left = await live.where('series_pk', '=', pk).select('pk').limit(1).executeTakeFirst()
    if (!left) return { pk, id: series.id, title: fresh.title, books: Number(total) }
  }
  return null
}

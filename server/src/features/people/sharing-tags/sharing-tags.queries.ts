import { sql } from 'kysely'
import type { Reader } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../access'

/** A tag with its numbers of visible series and of users with a grant. */
export interface TagRow {
  readonly pk: number
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly series_count: number
  readonly user_count: number
  readonly created_at: number
  readonly updated_at: number
}

/** For administrators, who see every tag. */
function tags(reader: Reader, viewer: Viewer) {
  return reader.query
    .selectFrom('sharing_tags')
    .select(['pk', 'id', 'name', 'description', 'created_at', 'updated_at'])
    .select(
      sql<number>`(select count(*) from sharing_set_tags
        join series on series.sharing_set_pk = sharing_set_tags.set_pk and series.sharing_set_pk is not null
        where sharing_set_tags.tag_pk = sharing_tags.pk and series.book_count > 0
          and ${visible(viewer, 'series.library_pk')})`.as('series_count'),
    )
    .select(sql<number>`(select count(*) from user_grants where user_grants.tag_pk = sharing_tags.pk)`.as('user_count'))
}

export async function tagsPage(
  reader: Reader,
  viewer: Viewer,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: TagRow[]; readonly total: number }> {
  const { total } = await reader.query
    .selectFrom('sharing_tags')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await tags(reader, viewer).orderBy('name_key').limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

/** @throws NotFound */
export async function requireTag(reader: Reader, viewer: Viewer, id: string): Promise<TagRow> {
  const row = await tags(reader, viewer).where('id', '=', id.toLowerCase()).executeTakeFirst()
  if (!row) throw notFound('Sharing tag')
  return row
}

/** Tags of a series, by name. */
export function tagsOfSeries(
  { query }: { readonly query: Pick<Reader['query'], 'selectFrom'> },
  seriesPk: number,
): Promise<{ pk: number; id: string; name: string; description: string | null }[]> {
  return query
    .selectFrom('series')
    .innerJoin('sharing_set_tags', 'sharing_set_tags.set_pk', 'series.sharing_set_pk')
    .innerJoin('sharing_tags', 'sharing_tags.pk', 'sharing_set_tags.tag_pk')
    .select(['sharing_tags.pk', 'sharing_tags.id', 'sharing_tags.name', 'sharing_tags.description'])
    .where('series.pk', '=', seriesPk)
    .orderBy('sharing_tags.name_key')
    .execute()
}

export interface GrantRow {
  readonly id: string
  readonly tag_id: string
  readonly name: string
  readonly mode: string
  readonly created_at: number
}

/** Tag grants of a user, without those of groups. */
export function grantsOfUser(reader: Reader, userPk: number): Promise<GrantRow[]> {
  return reader.query
    .selectFrom('user_grants')
    .innerJoin('sharing_tags', 'sharing_tags.pk', 'user_grants.tag_pk')
    .select(['user_grants.id', 'sharing_tags.id as tag_id', 'sharing_tags.name', 'user_grants.mode'])
    .select('user_grants.created_at')
    .where('user_grants.user_pk', '=', userPk)
    .orderBy('sharing_tags.name_key')
    .execute()
}

/** @throws NotFound */
export async function requireUser(reader: Reader, id: string): Promise<{ pk: number; id: string; username: string }> {
  const row = await reader.query
    .selectFrom('users')
    .select(['pk', 'id', 'username'])
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) throw notFound('User')
  return row
}

import type { AuditSubject } from '@octavo/contract/audit'
import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../access'

/** A subject of an entry, as stored: one without an id cannot be looked up. */
export interface SubjectRow {
  readonly subject_kind: string
  readonly subject_id: string
}

/** The ids among the subjects that still exist and are visible to the viewer. Settings always are. */
export async function subjectsThere(
  reader: Reader,
  viewer: Viewer,
  rows: readonly SubjectRow[],
): Promise<ReadonlySet<string>> {
  const byKind = Map.groupBy(
    rows.filter(row => row.subject_id !== ''),
    row => row.subject_kind as AuditSubject,
  )
  const found = await Promise.all(
    [...byKind].map(([kind, some]) =>
      idsThere(reader, viewer, kind, [...new Set(some.map(({ subject_id }) => subject_id))]),
    ),
  )
  return new Set(found.flat())
}

async function idsThere(reader: Reader, viewer: Viewer, kind: AuditSubject, ids: string[]): Promise<string[]> {
  const rows = await rowsThere(reader, viewer, kind, ids)
  return rows.map(({ id }) => id)
}

function rowsThere(
  { query }: Reader,
  viewer: Viewer,
  kind: AuditSubject,
  ids: string[],
): Promise<{ readonly id: string }[]> {
  switch (kind) {
    case 'book':
      return query
        .selectFrom('books')
        .select('id')
        .where('id', 'in', ids)
        .where('deleted', '=', false)
        .where(visible(viewer, 'books.library_pk'))
        .execute()
    case 'series':
      return query
        .selectFrom('series')
        .select('id')
        .where('id', 'in', ids)
        .where(visible(viewer, 'series.library_pk'))
        .execute()
    case 'library':
      return query
        .selectFrom('libraries')
        .select('id')
        .where('id', 'in', ids)
        .where(visible(viewer, 'libraries.pk'))
        .execute()
    case 'user':
      return query.selectFrom('users').select('id').where('id', 'in', ids).execute()
    case 'session':
      return query.selectFrom('sessions').select('id').where('id', 'in', ids).execute()
    case 'api_key':
      return query.selectFrom('api_keys').select('id').where('id', 'in', ids).execute()
    case 'access_group':
      return query.selectFrom('access_groups').select('id').where('id', 'in', ids).execute()
    case 'sharing_tag':
      return query.selectFrom('sharing_tags').select('id').where('id', 'in', ids).execute()
    case 'name':
      return query.selectFrom('facets').select('id').where('id', 'in', ids).where('alias_of', 'is', null).execute()
    case 'identity_provider':
      return query.selectFrom('identity_providers').select('id').where('id', 'in', ids).execute()
    case 'filter_preset':
      return query
        .selectFrom('filter_presets')
        .leftJoin('libraries', 'libraries.pk', 'filter_presets.library_pk')
        .select('filter_presets.id')
        .where('filter_presets.id', 'in', ids)
        .where('filter_presets.deleted_at', 'is', null)
        .where(eb => eb.or([eb('shared', '=', true), eb('user_pk', '=', viewer.userPk)]))
        .where(eb => eb.or([eb('library_pk', 'is', null), visible(viewer, 'libraries.pk')]))
        .execute()
    case 'collection':
    case 'readlist':
      return query
        .selectFrom('curated_lists')
        .select('id')
        .where('id', 'in', ids)
        .where(eb => eb.or([eb('visibility', '=', 'public'), eb('owner_pk', '=', viewer.userPk)]))
        .execute()
    case 'schedule':
      return query
        .selectFrom('schedules')
        .select('id')
        .where('id', 'in', ids)
        .where(eb => eb.or([eb('library_pk', 'is', null), visible(viewer, 'schedules.library_pk')]))
        .execute()
    case 'task':
      return query
        .selectFrom('tasks')
        .leftJoin('libraries', 'libraries.id', 'tasks.library_id')
        .select('tasks.id')
        .where('tasks.id', 'in', ids)
        .where(eb => eb.or([eb('tasks.library_id', 'is', null), visible(viewer, 'libraries.pk')]))
        .execute()
    case 'setting':
      return Promise.resolve(ids.map(id => ({ id })))
    case 'server':
      return Promise.resolve([])
  }
}

import type { ReadonlyKysely } from 'kysely/readonly'
import type { Reader } from '../../../db'
import type { Schema } from '../../../db/schema'
import { notFound } from '../../../kernel/app-error'
import { sortKey } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { visible } from '../../people/access'
import { isForViewer } from './preset-list'
import type { PresetRow } from './preset-row'

/** The viewer's own presets and shared ones, by name; without those of hidden libraries. */
export async function visiblePresets(reader: Reader, viewer: Viewer): Promise<PresetRow[]> {
  const rows = await seen(reader.query, viewer).where('filter_presets.deleted_at', 'is', null).execute()
  const keyed = (rows as PresetRow[])
    .filter(row => isForViewer(row, viewer))
    .map(row => ({ row, key: sortKey(row.name) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.row.pk - b.row.pk))
  return keyed.map(({ row }) => row)
}

/** @throws NotFound for a missing or hidden one */
export async function findPreset(reader: Reader, viewer: Viewer, id: string): Promise<PresetRow> {
  const row = await seen(reader.query, viewer)
    .where('filter_presets.id', '=', id.toLowerCase())
    .where('filter_presets.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row || !isForViewer(row as PresetRow, viewer)) throw notFound('Filter preset')
  return row as PresetRow
}

/**
 * One deleted at `since` or later.
 * @throws NotFound
 */
export async function findDeletedPreset(reader: Reader, viewer: Viewer, id: string, since: number): Promise<PresetRow> {
  const row = await seen(reader.query, viewer)
    .where('filter_presets.id', '=', id.toLowerCase())
    .where('filter_presets.deleted_at', '>=', since)
    .executeTakeFirst()
  if (!row || !isForViewer(row as PresetRow, viewer)) throw notFound('Filter preset')
  return row as PresetRow
}

/** One that the viewer has just changed: no longer visible if an administrator has ended its sharing. */
export async function changedPreset(reader: Reader, viewer: Viewer, pk: number): Promise<PresetRow> {
  const row = await presets(reader.query, viewer).where('filter_presets.pk', '=', pk).executeTakeFirst()
  if (!row || !isForViewer(row as PresetRow, viewer)) throw notFound('Filter preset')
  return row as PresetRow
}

function seen(query: ReadonlyKysely<Schema>, viewer: Viewer) {
  return presets(query, viewer)
    .where(where =>
      where.or([where('filter_presets.user_pk', '=', viewer.userPk), where('filter_presets.shared', '=', true)]),
    )
    .where(where => where.or([where('filter_presets.library_pk', 'is', null), visible(viewer, 'libraries.pk')]))
}

function presets(query: ReadonlyKysely<Schema>, viewer: Viewer) {
  return query
    .selectFrom('filter_presets')
    .innerJoin('users', 'users.pk', 'filter_presets.user_pk')
    .leftJoin('libraries', 'libraries.pk', 'filter_presets.library_pk')
    .leftJoin('preset_pins', join =>
      join.onRef('preset_pins.preset_pk', '=', 'filter_presets.pk').on('preset_pins.user_pk', '=', viewer.userPk),
    )
    .selectAll('filter_presets')
    .select(['users.username as owner_name', 'libraries.id as library_id', 'preset_pins.user_pk as pinned_by'])
}

import type { AuditAction } from '@octavo/contract/audit'
import type { CreateFilterPresetRequest, PatchFilterPresetRequest } from '@octavo/contract/filter-preset'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { libraryScope } from '../../people/access'
import { requireRoom } from '../../people/quotas'
import { checkName, checkPreset, refuse, scopeOf, targetOf } from './check-preset'
import { changedPreset, findPreset } from './filter-presets.queries'
import { changePreset, insertPreset } from './filter-presets.store'
import type { PresetRow } from './preset-row'

export interface PresetDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
}

/**
 * Saves a filter of the viewer.
 * @throws BadRequest; Forbidden if the viewer may not share it; Conflict if the name is taken
 */
export async function createPreset(
  { reader, write, now }: PresetDeps,
  viewer: Viewer,
  request: CreateFilterPresetRequest,
): Promise<PresetRow> {
  const scope = scopeOf(request.scope)
  const target = targetOf(request.target)
  const checked = checkPreset(request, target, viewer)
  const shared = request.shared ?? false
  if (shared) requireSharing(viewer)
  const libraryPk = await libraryKey(reader, viewer, request.libraryId)
  const { userPk } = viewer
  const id = await unlessTaken(
    write(async tx => {
      await requireRoom(tx, userPk, 'presets')
      const view = checked.view ?? null
      const made = await insertPreset(tx, { ...checked, userPk, scope, target, libraryPk, shared, view }, now())
      if (shared) await recordPreset(tx, viewer, 'filter_preset_created', { id: made, name: checked.name }, now())
      return made
    }),
  )
  return findPreset(reader, viewer, id)
}

/**
 * Changes the given fields of a preset. An unchanged condition and sort are not validated, so that an outdated preset can
 * still be renamed.
 * @throws BadRequest, NotFound, Forbidden, Conflict
 */
export async function updatePreset(
  { reader, write, now }: PresetDeps,
  viewer: Viewer,
  id: string,
  change: PatchFilterPresetRequest,
): Promise<PresetRow> {
  const row = await findPreset(reader, viewer, id)
  requireChanging(viewer, row)
  const { shared = row.shared } = change
  if (shared && !row.shared) requireSharing(viewer)
  const asked = {
    name: change.name ?? row.name,
    condition: change.condition ?? (JSON.parse(row.condition) as Record<string, unknown>),
    sort: (change.sort === undefined ? row.sort : change.sort) ?? null,
    query: (change.query === undefined ? row.query : change.query) ?? null,
    view: change.view,
  }
  const isSame =
    JSON.stringify(asked.condition) === row.condition && asked.sort === row.sort && asked.query === row.query
  const question = isSame ? null : checkPreset(asked, row.target, viewer)
  const { name } = question ?? checkName(asked)
  const values = {
    ...(change.name !== undefined && { name }),
    ...(change.view !== undefined && { view: change.view }),
    ...(change.shared !== undefined && { shared }),
    ...(change.libraryId !== undefined && { libraryPk: await libraryKey(reader, viewer, change.libraryId) }),
    ...(question && {
      ...(change.condition !== undefined && { condition: question.condition }),
      ...(change.sort !== undefined && { sort: question.sort }),
      ...(change.query !== undefined && { query: question.query }),
    }),
  }
  const found = await unlessTaken(
    write(async tx => {
      const isThere = await changePreset(tx, row.pk, values, now())
      // It was, or becomes, shared with everybody.
      if (isThere && (shared || row.shared)) {
        const before = name === row.name ? {} : { from: row.name, to: name }
        const details = { ...before, ...(shared !== row.shared && { shared }) }
        await recordPreset(tx, viewer, 'filter_preset_changed', { id: row.id, name }, now(), details)
      }
      return isThere
    }),
  )
  if (!found) throw notFound('Filter preset')
  return changedPreset(reader, viewer, row.pk)
}

/** Changes of shared filters go to the audit log; private ones do not. */
export function recordPreset(
  tx: Tx,
  viewer: Viewer,
  action: Extract<AuditAction, `filter_preset_${string}`>,
  { id, name }: { readonly id: string; readonly name: string },
  now: number,
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordAct(tx, viewer, action, { kind: 'filter_preset', id, name }, { now, details })
}

/**
 * Users change their own; administrators also shared ones.
 * @throws Forbidden
 */
export function requireChanging(viewer: Viewer, row: PresetRow): void {
  if (row.user_pk === viewer.userPk || viewer.permissions.has('system-admin')) return
  throw refused('Forbidden', 'filter_foreign', 'This saved filter belongs to someone else. Save a copy of your own.')
}

/** The permission for public collections covers shared filters. */
function requireSharing(viewer: Viewer): void {
  if (viewer.permissions.has('collections-write')) return
  throw refused('Forbidden', 'permission_missing', 'Missing required permission: collections-write', {
    permission: 'collections-write',
  })
}

async function libraryKey(reader: Reader, viewer: Viewer, id: string | null | undefined): Promise<number | null> {
  if (!id) return null
  const pk = await libraryScope(reader, viewer, id)
  if (pk === undefined || pk < 0) return refuse('libraryId', 'there is no such library', 'library_gone')
  return pk
}

/** @throws Conflict if there is one with the same name, scope, target and library */
export async function unlessTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused('Conflict', 'name_used', 'A saved filter with this name already exists', 'name')
  }
}

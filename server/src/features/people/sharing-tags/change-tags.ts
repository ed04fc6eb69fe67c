import type { UpdateSharingTagRequest } from '@octavo/contract/sharing-tag'
import type { SharingTagRequest } from '@octavo/contract/user'
import { isUniqueViolation, type Reader, type Tx, type Write } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { requireSeries } from '../access'
import type { AccountCache } from '../users'
import type { SharedSeries } from './shared-series'
import { requireTag, requireUser, tagsOfSeries } from './sharing-tags.queries'
import {
  changeTag,
  deleteGrant,
  deleteTag,
  insertTag,
  lockSets,
  onlyAllowedBy,
  setGrant,
  tagSeries,
} from './sharing-tags.store'

export interface TagDeps {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  readonly series: SharedSeries
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
}

/** Visibility has changed: invalidates the cached accounts. */
export function changed({ accounts, announce }: TagDeps): void {
  accounts.forgetAll()
  announce()
}

/** @throws BadRequest if the name is taken */
export async function createTag(
  { write, now }: TagDeps,
  viewer: Viewer,
  { name, description }: { readonly name: string; readonly description?: string | null | undefined },
): Promise<string> {
  return refusingTaken(() =>
    write(async tx => {
      const id = await insertTag(tx, { name, description: description ?? null }, now())
      await recordAct(tx, viewer, 'sharing_tag_created', { kind: 'sharing_tag', id, name }, { now: now() })
      return id
    }),
  )
}

/** @throws NotFound, BadRequest if the name is taken */
export async function updateTag(
  { reader, write, now }: TagDeps,
  viewer: Viewer,
  id: string,
  { name, description }: UpdateSharingTagRequest,
): Promise<void> {
  const tag = await requireTag(reader, viewer, id)
  const change = { ...(name != null && { name }), ...(description !== undefined && { description }) }
  if (Object.keys(change).length === 0) return
  await refusingTaken(() =>
    write(async tx => {
      await changeTag(tx, tag.pk, change, now())
      const subject = { kind: 'sharing_tag', id: tag.id, name: name ?? tag.name } as const
      await recordAct(tx, viewer, 'sharing_tag_changed', subject, { now: now(), details: change })
    }),
  )
}

/**
 * Deletes a tag from all series and users.
 * @throws NotFound, Conflict if it is somebody's only allowed tag: without it, they would see everything
 */
export async function removeTag(deps: TagDeps, viewer: Viewer, id: string): Promise<void> {
  const { reader, write, now } = deps
  const tag = await requireTag(reader, viewer, id)
  await write(async tx => {
    const only = await onlyAllowedBy(tx, tag.pk)
    if (only) {
      const who = only.kind === 'user' ? `The user ${only.name}` : `The group ${only.name}`
      throw refused(
        'Conflict',
        'tag_needed',
        `${who} can only see series with this tag, and would see everything without it`,
        { name: only.name },
      )
    }
    await deleteTag(tx, tag.pk, deps.series)
    const subject = { kind: 'sharing_tag', id: tag.id, name: tag.name } as const
    const details = { series: tag.series_count, users: tag.user_count }
    await recordAct(tx, viewer, 'sharing_tag_deleted', subject, { now: now(), details })
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  })
  changed(deps)
}

type ChooseTags = (tx: Tx, has: readonly number[]) => Promise<readonly number[]>

/** Changes the tags of a visible series. @throws NotFound, BadRequest for an unknown tag */
export async function shareSeries(deps: TagDeps, viewer: Viewer, seriesId: string, choose: ChooseTags): Promise<void> {
  await deps.write(await prepareSharing(deps, viewer, seriesId, choose))
  changed(deps)
}

/** Reads what the change needs; it runs in a transaction of the caller, who calls `changed` after the commit. @throws NotFound */
export async function prepareSharing(
  { reader, now, series: catalogue }: TagDeps,
  viewer: Viewer,
  seriesId: string,
  choose: ChooseTags,
): Promise<(tx: Tx) => Promise<void>> {
  const seriesPk = await requireSeries(reader, viewer, seriesId)
  const series = await catalogue.find(reader, viewer, seriesId)
  const { library } = series
  return async tx => {
    await lockSets(tx)
    const before = await tagsOfSeries(tx, seriesPk)
    await tagSeries(
      tx,
      seriesPk,
      await choose(
        tx,
        before.map(tag => tag.pk),
      ),
      catalogue,
    )
    const names = (await tagsOfSeries(tx, seriesPk)).map(tag => tag.name)
    const subject = { kind: 'series', id: series.id, name: series.title } as const
    const details = { before: before.map(tag => tag.name), after: names }
    const place = { id: library.id, name: library.name }
    await recordAct(tx, viewer, 'series_shared', subject, { now: now(), details, library: place })
    catalogue.publish(tx, series)
    tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
  }
}

/** Keys of tags by id. @throws BadRequest naming an unknown one */
export async function tagKeys(tx: Tx, ids: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(ids.map(id => id.toLowerCase()))]
  if (wanted.length === 0) return []
  const rows = await tx.query.selectFrom('sharing_tags').select(['pk', 'id']).where('id', 'in', wanted).execute()
  const missing = wanted.find(id => !rows.some(row => row.id === id))
  if (missing) throw refused('BadRequest', 'tag_gone', `There is no sharing tag ${missing}`)
  return rows.map(({ pk }) => pk)
}

/**
 * The requested access of each tag, with tag keys and the names for the log.
 * @throws BadRequest for an unknown tag, or one with two different modes
 */
export async function requestedTags(
  tx: Tx,
  requested: readonly SharingTagRequest[],
): Promise<{ readonly pk: number; readonly name: string; readonly mode: 'allow' | 'deny' | null }[]> {
  const modes = new Map(requested.map(({ sharingTagId, accessMode }) => [sharingTagId.toLowerCase(), accessMode]))
  // Duplicates are allowed unless they contradict each other.
  if (requested.some(({ sharingTagId, accessMode }) => modes.get(sharingTagId.toLowerCase()) !== accessMode)) {
    throw refused('BadRequest', 'named_twice', 'A sharing tag is listed twice', 'sharingTags')
  }
  const pks = await tagKeys(tx, [...modes.keys()])
  if (pks.length === 0) return []
  const tags = await tx.query.selectFrom('sharing_tags').select(['pk', 'id', 'name']).where('pk', 'in', pks).execute()
  return tags.map(({ pk, id, name }) => ({ pk, name, mode: modes.get(id) ?? null }))
}

/**
 * Sets a user's tag grants in the transaction that creates or changes the user, so that nobody exists without their
 * limits. Returns the grants by name.
 * @throws BadRequest
 */
export async function grantTags(
  tx: Tx,
  userPk: number,
  requested: readonly SharingTagRequest[],
  now: number,
): Promise<Record<string, 'allow' | 'deny' | null>> {
  const tags = await requestedTags(tx, requested)
  for (const { pk, mode } of tags) {
    if (mode === null) await deleteGrant(tx, userPk, pk)
    else await setGrant(tx, { userPk, tagPk: pk, mode }, now)
  }
  return Object.fromEntries(tags.map(({ name, mode }) => [name, mode]))
}

/** Gives a new user the sharing tags of their creator. */
export async function inheritTags(
  tx: Tx,
  userPk: number,
  grants: readonly { readonly tagPk: number; readonly mode: 'allow' | 'deny' }[],
  now: number,
): Promise<void> {
  for (const grant of grants) await setGrant(tx, { userPk, ...grant }, now)
}

/** Sets a user's grant for a tag. @throws NotFound */
export async function grantTag(
  deps: TagDeps,
  viewer: Viewer,
  userId: string,
  { sharingTagId, accessMode }: { readonly sharingTagId: string; readonly accessMode: 'allow' | 'deny' },
): Promise<{ readonly userPk: number; readonly tagId: string }> {
  const { reader, write, now } = deps
  const user = await requireUser(reader, userId)
  const tag = await requireTag(reader, viewer, sharingTagId)
  await write(async tx => {
    await setGrant(tx, { userPk: user.pk, tagPk: tag.pk, mode: accessMode }, now())
    await noteGrant(tx, viewer, user, { [tag.name]: accessMode }, now())
  })
  changed(deps)
  return { userPk: user.pk, tagId: tag.id }
}

/** @throws NotFound also if the user has no grant for the tag */
export async function ungrantTag(deps: TagDeps, viewer: Viewer, userId: string, tagId: string): Promise<void> {
  const { reader, write, now } = deps
  const user = await requireUser(reader, userId)
  const tag = await requireTag(reader, viewer, tagId)
  await write(async tx => {
    if (!(await deleteGrant(tx, user.pk, tag.pk))) throw notFound('Grant')
    await noteGrant(tx, viewer, user, { [tag.name]: null }, now())
  })
  changed(deps)
}

async function noteGrant(
  tx: Tx,
  viewer: Viewer,
  user: { readonly id: string; readonly username: string },
  sharingTags: Readonly<Record<string, string | null>>,
  now: number,
): Promise<void> {
  const subject = { kind: 'user', id: user.id, name: user.username } as const
  await recordAct(tx, viewer, 'user_changed', subject, { now, details: { sharingTags } })
  tx.publish({ channel: 'internal', event: { type: 'accounts_changed' }, to: {} })
}

/** @throws BadRequest if the name is taken */
async function refusingTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw refused('BadRequest', 'tag_taken', 'A sharing tag with this name already exists', 'name')
  }
}

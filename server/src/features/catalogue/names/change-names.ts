import { type FacetChangeResponse, MOST_ALIASES, type UpdateFacetRequest } from '@octavo/contract/facet'
import type { Connection, Tx } from '../../../db'
import { notFound, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { enqueue } from '../../../platform/queue'
import type { TaskSignal } from '../../../platform/task-signal'
import { facetChanges, facetPages } from '../facets'
import { applyName } from './apply-names'
import { nameTask } from './name-tasks'

export type NameDeps = Pick<Connection, 'reader' | 'write'> & {
  readonly now: Clock
  readonly tasks: Pick<TaskSignal, 'notify'>
}

/** A name in a path. */
export interface NameAt {
  readonly kind: string
  readonly facet_id: string
}

type Facet = facetChanges.FacetToChange

/** Above this number of books or series, a task does the rest. */
export const MOST_AT_ONCE = 300
/** Maximum number of names in an answer. */
const MOST_NAMED = 1000

/**
 * Changes a name in one transaction, with its books and series if they are few; returns the result of `change`.
 * @throws NotFound
 */
export async function changing<T>(
  { write, tasks }: NameDeps,
  { kind, facet_id }: NameAt,
  change: (tx: Tx, facet: Facet) => Promise<T>,
): Promise<T> {
  const done = await write(async tx => {
    await facetChanges.lockNames(tx)
    const facet = await facetChanges.facetToChange(tx, kind, facet_id)
    if (!facet) throw notFound('Name')
    return change(tx, facet)
  })
  tasks.notify()
  return done
}

/** Applies a change to books and series: at once, or by a task, whose id is returned. */
export async function carryOn(
  { now }: NameDeps,
  tx: Tx,
  viewer: Viewer,
  { pk, kind, id }: Facet,
  removes: boolean,
  formerly?: string,
): Promise<string | null> {
  const { books, series } = await facetChanges.countMembers(tx, [pk], MOST_AT_ONCE)
  if (Math.max(books, series) > MOST_AT_ONCE) {
    return (await enqueue(tx, { ...nameTask(kind, id, removes, formerly), requestedByPk: viewer.userPk })).id
  }
  await applyName(step => step(tx), { kind, id }, { removes, formerly, now })
  return null
}

/** @throws NotFound, Conflict if the name is taken */
export function updateName(deps: NameDeps, viewer: Viewer, at: NameAt, body: UpdateFacetRequest): Promise<void> {
  return changing(deps, at, async (tx, facet) => {
    const now = deps.now()
    const { name, description, links, sortName } = body
    if (name !== undefined) {
      await refuseTaken(tx, facet, name)
      const clean = facetPages.cleanName(name)
      if (clean === '') throw refused('BadRequest', 'field_bad', 'The name has no visible characters', 'name')
      if (clean !== facet.name) {
        await refuseManyAliases(tx, facet, { path: 'name', becoming: clean })
        const wasAlias = (await facetChanges.ownerOf(tx, facet.kind, clean)) !== null
        const details = { action: 'rename', before: facet.name, after: clean, wasAlias } as const
        const { books, series } = await facetChanges.countMembers(tx, [facet.pk], Number.MAX_SAFE_INTEGER - 1)
        const change = { facetPk: facet.pk, details, books, series, userPk: viewer.userPk, at: now }
        await facetChanges.nameChanges.recordChange(tx, change)
        await facetChanges.renameFacet(tx, facet, clean, now)
        await carryOn(deps, tx, viewer, { ...facet, name: clean }, false)
      }
    }
    const renamed = name === undefined ? facet : { ...facet, name: facetPages.cleanName(name) }
    await facetChanges.describeFacet(
      tx,
      renamed,
      {
        ...(description !== undefined && { description: description || null }),
        ...(links !== undefined && { links: links && links.length > 0 ? JSON.stringify(links) : null }),
        ...(sortName !== undefined && { sortName: sortName || null }),
      },
      now,
    )
    await record(deps, tx, viewer, 'name_changed', renamed, { ...(name !== undefined && { before: facet.name }) })
  })
}

/** Merges names into one, or previews that. @throws NotFound also for one of the others */
export function mergeNames(
  deps: NameDeps,
  viewer: Viewer,
  at: NameAt,
  { facetIds, dryRun = false }: { readonly facetIds: readonly string[]; readonly dryRun?: boolean | undefined },
): Promise<FacetChangeResponse> {
  return changing(deps, at, async (tx, facet) => {
    const others = new Map<number, Facet>()
    for (const id of new Set(facetIds)) {
      const other = await facetChanges.facetToChange(tx, facet.kind, id)
      if (!other) throw notFound('Name')
      if (other.pk !== facet.pk) others.set(other.pk, other)
    }
    const pks = [...others.keys()]
    const names = [...others.values()].map(({ name }) => name)
    if (pks.length === 0) return { books: 0, series: 0, names, taskId: null }
    await refuseManyAliases(tx, facet, { path: 'facetIds', others: pks })
    const { books, series } = await facetChanges.countMembers(tx, pks, Number.MAX_SAFE_INTEGER - 1)
    if (dryRun) return { books, series, names, taskId: null }
    const details = { action: 'merge', names: await facetChanges.nameChanges.mergedNames(tx, pks) } as const
    const change = { facetPk: facet.pk, details, books, series, userPk: viewer.userPk, at: deps.now() }
    await facetChanges.makeAliases(tx, facet, pks)
    await facetChanges.nameChanges.recordChange(tx, change)
    const taskId = await carryOn(deps, tx, viewer, facet, false)
    await record(deps, tx, viewer, 'names_merged', facet, { names: names.slice(0, 20), books, series })
    return { books, series, names, taskId }
  })
}

/** Deletes a name everywhere. @throws NotFound */
export function deleteName(deps: NameDeps, viewer: Viewer, at: NameAt): Promise<void> {
  return changing(deps, at, async (tx, facet) => {
    const { books, series } = await facetChanges.countMembers(tx, [facet.pk], Number.MAX_SAFE_INTEGER - 1)
    await record(deps, tx, viewer, 'name_deleted', facet, { books, series })
    await carryOn(deps, tx, viewer, facet, true)
  })
}

/** @throws NotFound, Conflict if the name is taken */
export function addNameAlias(deps: NameDeps, viewer: Viewer, at: NameAt, name: string): Promise<void> {
  return changing(deps, at, async (tx, facet) => {
    const clean = facetPages.cleanName(name)
    if (clean === '') throw refused('BadRequest', 'field_bad', 'The name has no visible characters', 'name')
    const owner = await refuseTaken(tx, facet, clean)
    if (owner) return
    await refuseManyAliases(tx, facet, { path: 'name' })
    await facetChanges.addAlias(tx, facet, clean)
    await record(deps, tx, viewer, 'name_changed', facet, { alias: clean })
  })
}

/** @throws NotFound */
export function removeNameAlias(deps: NameDeps, viewer: Viewer, at: NameAt, aliasId: string): Promise<void> {
  return changing(deps, at, async (tx, facet) => {
    if (!(await facetChanges.removeAlias(tx, facet, aliasId))) throw notFound('Alias')
    await record(deps, tx, viewer, 'name_changed', facet, { aliasRemoved: true })
  })
}

/** Deletes unused names of a kind, in several transactions. */
export async function cleanUpNames(
  deps: NameDeps,
  viewer: Viewer,
  kind: string,
  dryRun: boolean,
): Promise<{ deletedCount: number; deletedNames: string[] }> {
  const names: string[] = []
  let deletedCount = 0
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after
    const unused = await deps.write(async tx => {
      if (!dryRun) await facetChanges.lockNames(tx)
      const found = await facetChanges.unusedFacets(tx, kind, from, MOST_AT_ONCE)
      const pks = found.map(({ pk }) => pk)
      if (!dryRun) await facetChanges.deleteUnused(tx, pks)
      return found
    })
    deletedCount += unused.length
    names.push(...unused.slice(0, MOST_NAMED - names.length).map(({ name }) => name))
    after = unused.length < MOST_AT_ONCE ? undefined : unused.at(-1)?.pk
  }
  if (!dryRun) {
    await deps.write(tx =>
      recordAct(
        tx,
        viewer,
        'names_cleaned_up',
        { kind: 'name', id: null, name: kind },
        {
          now: deps.now(),
          details: { names: deletedCount },
        },
      ),
    )
  }
  return { deletedCount, deletedNames: names.toSorted() }
}

/** @throws Conflict if another name has it */
export async function refuseTaken(tx: Tx, facet: Facet, name: string): Promise<boolean> {
  const owner = await facetChanges.ownerOf(tx, facet.kind, facetPages.cleanName(name))
  if (owner === null || owner.pk === facet.pk) return owner !== null
  throw refused('Conflict', 'name_taken', `${owner.name} already has this name: merge the two`, { name: owner.name })
}

/** @throws BadRequest if a name would have too many aliases: one more, those of `others`, or its former name */
async function refuseManyAliases(
  tx: Tx,
  facet: Facet,
  change: { readonly path: string; readonly others?: readonly number[]; readonly becoming?: string },
): Promise<void> {
  const { path, others = [], becoming } = change
  const held = await facetChanges.countAliases(tx, [facet.pk, ...others])
  const key = becoming === undefined ? null : facetPages.facetKey(becoming)
  if (key === facet.name_key) return
  // An alias that becomes the name stops being one.
  const own = key === null ? null : await facetChanges.ownerOf(tx, facet.kind, becoming ?? '')
  const added = others.length > 0 ? others.length : own === null ? 1 : 0
  if (held + added <= MOST_ALIASES) return
  const message = `A name can have ${MOST_ALIASES} aliases at most`
  throw refused('BadRequest', 'aliases_full', message, { path, max: MOST_ALIASES })
}

async function record(
  { now }: NameDeps,
  tx: Tx,
  viewer: Viewer,
  action: 'name_changed' | 'names_merged' | 'name_deleted',
  { id, name, kind }: Facet,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAct(tx, viewer, action, { kind: 'name', id, name }, { now: now(), details: { kind, ...details } })
}

import type { Tx } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { bookStore } from '../books'
import { facetChanges } from '../facets'
import { libraryStore } from '../libraries'
import { refreshSeries, seriesCover } from '../series'
import type { CoverSubject } from './cover-subject.queries'

/** The selected cover of a subject. */
export interface ShownCover {
  readonly version: string
  readonly thumb_hash: string | null
}

/** The subject's part in cover names. */
export function ownerOf({ kind, id }: Pick<CoverSubject, 'kind' | 'id'>) {
  if (kind === 'book') return { bookId: id }
  if (kind === 'name') return { nameId: id }
  return kind === 'series' ? { seriesId: id } : { libraryId: id }
}

/**
 * Stores the selected cover of a subject and publishes the change. Choosing one locks it; null clears and unlocks it.
 */
export async function showCover(
  tx: Tx,
  subject: CoverSubject,
  cover: ShownCover | 'as it is' | null,
  { now }: { readonly now: number },
): Promise<void> {
  const { kind, pk, seriesPk, library } = subject
  const isChosen = cover !== null && cover !== 'as it is'
  const shown =
    cover === 'as it is' ? undefined : { version: cover?.version ?? null, thumbHash: cover?.thumb_hash ?? null }
  if (kind === 'book') {
    await bookStore.setCoverChoice(tx, pk, { shown, isLocked: isChosen }, now)
    if (seriesPk !== null) await refreshSeries(tx, [seriesPk], now, new Set([pk]))
  } else if (kind === 'series') {
    await seriesCover.setCoverChoice(tx, pk, { shown, isLocked: isChosen }, now)
  } else if (kind === 'name') {
    await facetChanges.setPicture(tx, pk, shown ?? null, now)
    await facetChanges.publishChange(tx, pk)
  } else {
    await libraryStore.setCover(tx, pk, shown ?? null)
  }
  if (kind === 'name' || library === null) return
  tx.publish({
    channel: 'entity',
    event: { type: 'cover_updated', entityType: kind, entityId: subject.id, libraryId: library.id },
    to: { libraryPk: library.pk },
  })
}

/** Records a change of covers in the audit log. */
export async function recordChoice(
  tx: Tx,
  viewer: Viewer,
  { kind, id, name, library, facetKind }: CoverSubject,
  details: Readonly<Record<string, unknown>>,
  now: number,
): Promise<void> {
  if (kind === 'name') {
    const said = { kind: facetKind, fields: ['cover'], ...details }
    await recordAct(tx, viewer, 'name_changed', { kind, id, name }, { now, details: said })
    return
  }
  const action = kind === 'library' ? 'library_changed' : (`${kind}_edited` as const)
  await recordAct(
    tx,
    viewer,
    action,
    { kind, id, name },
    {
      now,
      ...(library && { library: { id: library.id, name: library.name } }),
      details: { fields: ['cover'], ...details },
    },
  )
}

import { keyOfId, type Reader, runPrepared } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import { type Viewer, visibilityKey } from '../../../kernel/viewer'
import { isPartial, visible } from './visible'

/** A key that no row has: a list scoped to it is empty, as for a missing one. */
const NO_ROW = -1

/** The key of a library for a list's scope; absent stays absent, a hidden one becomes a key without rows. */
export async function libraryScope(
  reader: Reader,
  viewer: Viewer,
  id: string | undefined,
): Promise<number | undefined> {
  return id === undefined ? undefined : ((await libraryKey(reader, viewer, id)) ?? NO_ROW)
}

/** The same for a series. */
export async function seriesScope(reader: Reader, viewer: Viewer, id: string | undefined): Promise<number | undefined> {
  return id === undefined ? undefined : ((await seriesKey(reader, viewer, id)) ?? NO_ROW)
}

/** @throws NotFound for a missing or hidden one */
export async function requireLibrary(reader: Reader, viewer: Viewer, id: string): Promise<number> {
  const key = await libraryKey(reader, viewer, id)
  if (key === null) throw notFound('Library')
  return key
}

/** @throws NotFound for a missing or hidden one */
export async function requireSeries(reader: Reader, viewer: Viewer, id: string): Promise<number> {
  const key = await seriesKey(reader, viewer, id)
  if (key === null) throw notFound('Series')
  return key
}

/**
 * The same for information about a library as a whole: not found for a viewer who sees it in part.
 * @throws NotFound of `what` for a missing or hidden one
 */
export async function requireWholeLibrary(reader: Reader, viewer: Viewer, id: string, what: string): Promise<number> {
  const key = await requireLibrary(reader, viewer, id)
  if (isPartial(viewer)) throw notFound(what)
  return key
}

/**
 * The libraries that a viewer's task may process: those fully visible, because the task reads everything in them.
 * Undefined for a viewer who sees all libraries.
 */
export async function visibleLibraryIds(reader: Reader, viewer: Viewer): Promise<string[] | undefined> {
  if (viewer.visibility.kind === 'all') return undefined
  if (isPartial(viewer)) return []
  const rows = await reader.query.selectFrom('libraries').select('id').where(visible(viewer, 'libraries.pk')).execute()
  return rows.map(row => row.id)
}

async function libraryKey(reader: Reader, viewer: Viewer, id: string): Promise<number | null> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<{ pk: number }, typeof values>(
    reader,
    `access.library|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query.selectFrom('libraries').select('pk').where('id', '=', p.id).where(visible(viewer, 'libraries.pk')),
  )
  return row?.pk ?? null
}

async function seriesKey(reader: Reader, viewer: Viewer, id: string): Promise<number | null> {
  const values = { id: id.toLowerCase() }
  const [row] = await runPrepared<{ pk: number }, typeof values>(
    reader,
    `access.series|${visibilityKey(viewer)}`,
    values,
    (p, query) =>
      query
        .selectFrom('series')
        .select('pk')
        .where('pk', '=', keyOfId('series', p.id))
        .where(visible(viewer, 'series.library_pk')),
  )
  return row?.pk ?? null
}

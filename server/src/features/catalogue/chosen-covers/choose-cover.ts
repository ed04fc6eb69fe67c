import { writeFile } from 'node:fs/promises'
import type { CoverCrop, CoverDto } from '@octavo/contract/cover'
import { AppError, notFound, refused } from '../../../kernel/app-error'
import { newId } from '../../../kernel/ids'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import type { PictureOutput } from '../../../workers/pool.types'
import { chosenFiles, usualCovers } from '../covers'
import type { ChoosingDeps } from './chosen-cover.types'
import { type CoverRow, coverOf, coversOf, deleteCover, insertCover, setCrop } from './chosen-covers.store'
import { coversView, coverView } from './cover.view'
import { type ChoiceOrigin, choiceOf, recordCoverEdit } from './cover-choice'
import { type CoverSubject, subjectNow } from './cover-subject.queries'
import { ownerOf, recordChoice, showCover } from './show-cover'

const { masterSide, thumbnailSide } = LIMITS.covers

/** A picture for a cover, and its source. */
export interface NewPicture {
  readonly bytes: Uint8Array
  readonly source: string
  readonly crop: CoverCrop | null
  /** Member of the request that contains it. */
  readonly path: string
}

/**
 * Adds a picture as cover: checked and re-encoded by a parser process, selected, and locked against scans.
 * @throws BadRequest if it is not a picture, or the subject already has it
 */
export async function addCover(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  { bytes, source, crop, path }: NewPicture,
): Promise<CoverDto> {
  const { covers, pool, connection, now } = deps
  const [given, master, thumbnail] = [covers.draft(), covers.draft(), covers.draft()]
  try {
    await covers.prepare()
    await writeFile(given, bytes, { mode: 0o600 })
    const outputs = [jpeg(master, masterSide, null), jpeg(thumbnail, thumbnailSide, crop)]
    const made = await pool.picture({ path: given, isWhole: true, outputs })
    if (!made.ok) throw refused('BadRequest', 'picture_bad', made.problem.message, path)
    const [whole, shown] = made.outputs
    if (!whole || !shown) throw new Error('A parser process returned fewer pictures than requested')
    refuseOneMore(await coversOf(connection.reader, subject), made.hash, path)
    const id = newId()
    const cover = { ...ownerOf(subject), version: shown.version }
    await covers.publishMaster({ coverId: id, hash: whole.version, draft: master })
    await covers.publish([{ ...cover, draft: thumbnail }])
    const before = await connection.write(async tx => {
      const current = await subjectNow(tx, subject)
      refuseOneMore(await coversOf(tx, subject), made.hash, path)
      const before = await choiceOf(tx, current)
      const row = await insertCover(tx, subject, {
        id,
        source,
        content_hash: made.hash,
        master: whole.version,
        version: shown.version,
        thumb_hash: shown.thumbHash,
        width: made.width,
        height: made.height,
        crop: crop && JSON.stringify(crop),
        created_at: now(),
        updated_at: now(),
      })
      await showCover(tx, current, row, { now: now() })
      await recordChoice(tx, viewer, current, { cover: source }, now())
      await recordCoverEdit(tx, viewer, current, { before, origin: 'edit', now: now() })
      return current.version
    })
    if (before !== null && before !== shown.version) await covers.remove([{ ...ownerOf(subject), version: before }])
    return addedView(deps, subject, id)
  } finally {
    await covers.discard([given, master, thumbnail])
  }
}

function jpeg(target: string, side: number, crop: CoverCrop | null): PictureOutput {
  return { target, width: side, height: side, format: 'jpeg', crop }
}

function refuseOneMore(rows: readonly CoverRow[], hash: string, path: string): void {
  if (rows.some(row => row.content_hash === hash)) {
    throw refused('BadRequest', 'picture_known', 'This image is already among the covers', path)
  }
  const most = LIMITS.covers.perSubject
  if (rows.length >= most) {
    const message = `There are already ${most} covers. Delete one first.`
    throw refused('BadRequest', 'pictures_full', message, { path, max: most })
  }
}

async function addedView(deps: ChoosingDeps, subject: CoverSubject, id: string): Promise<CoverDto> {
  const row = await coverOf(deps.connection.reader, subject, id)
  if (row === null) throw notFound('Cover')
  return coverView({ ...subject, version: row.version }, row)
}

/** Selects a cover; the default one (of the file, folder or first book) has the id of its subject. */
export async function selectCover(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  id: string,
  origin: ChoiceOrigin = 'edit',
): Promise<CoverDto> {
  if (id.toLowerCase() === subject.id) {
    await resetCover(deps, viewer, subject, origin)
    const [usual] = coversView({ ...subject, version: null, usual: subject.usual }, [])
    if (!usual) throw notFound('Cover')
    return usual
  }
  const row = await coverOf(deps.connection.reader, subject, id)
  if (row === null) throw notFound('Cover')
  await showRow(deps, viewer, subject, row, origin)
  return coverView({ ...subject, version: row.version }, row)
}

async function showRow(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  row: CoverRow,
  origin: ChoiceOrigin,
): Promise<void> {
  const { covers, connection, now } = deps
  const name = { ...ownerOf(subject), version: row.version }
  if (!(await covers.has(name)) && !(await chosenFiles.makeChosenAgain(deps, name))) throw notFound('Cover')
  const before = await connection.write(async tx => {
    const current = await subjectNow(tx, subject)
    if ((await coverOf(tx, subject, row.id))?.version !== row.version) throw notFound('Cover')
    const before = await choiceOf(tx, current)
    await showCover(tx, current, row, { now: now() })
    await recordChoice(tx, viewer, current, { cover: row.source }, now())
    await recordCoverEdit(tx, viewer, current, { before, origin, now: now() })
    return current.version
  })
  if (before !== null && before !== row.version) await covers.remove([{ ...ownerOf(subject), version: before }])
}

/** Selects the default cover again, and unlocks it. Added covers stay. */
export async function resetCover(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  origin: ChoiceOrigin = 'edit',
): Promise<void> {
  const { covers, connection, now } = deps
  const before = await connection.write(async tx => {
    const current = await subjectNow(tx, subject)
    const isChosen = (await coversOf(tx, subject)).some(({ version }) => version === current.version)
    if (!isChosen && !current.isLocked) return null
    const choice = await choiceOf(tx, current)
    await showCover(tx, current, isChosen ? null : 'as it is', { now: now() })
    await recordChoice(tx, viewer, current, { cover: 'default' }, now())
    await recordCoverEdit(tx, viewer, current, { before: choice, origin, now: now() })
    return isChosen ? current.version : null
  })
  if (before === null) return
  await covers.remove([{ ...ownerOf(subject), version: before }])
  await usualCovers.makeUsual(deps, subject)
}

/** @throws NotFound for an unknown cover; BadRequest for a default one */
export async function removeCover(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  id: string,
): Promise<void> {
  const { covers, connection, now } = deps
  if (id.toLowerCase() === subject.id) throw new AppError('BadRequest', 'Only covers that were added can be deleted')
  const row = await coverOf(connection.reader, subject, id)
  if (row === null) throw notFound('Cover')
  if (row.version === subject.version) await resetCover(deps, viewer, subject)
  await connection.write(async tx => {
    await deleteCover(tx, row.pk)
    await recordChoice(tx, viewer, subject, { deletedCover: row.source }, now())
  })
  await covers.removeMasters([{ coverId: row.id, hash: row.master }])
}

/** Crops an added cover; null removes the crop. */
export async function cropCover(
  deps: ChoosingDeps,
  viewer: Viewer,
  subject: CoverSubject,
  id: string,
  { crop, origin = 'edit' }: { readonly crop: CoverCrop | null; readonly origin?: ChoiceOrigin },
): Promise<CoverDto> {
  const { covers, connection, now } = deps
  const row = await coverOf(connection.reader, subject, id)
  if (row === null) throw notFound('Cover')
  const draft = covers.draft()
  try {
    const made = await chosenFiles.thumbnailOfMaster(deps, { coverId: row.id, hash: row.master }, crop, draft)
    if (made === null) throw notFound('Cover')
    const isShown = row.version === subject.version
    if (isShown) await covers.publish([{ ...ownerOf(subject), version: made.version, draft }])
    const shown = { crop: crop && JSON.stringify(crop), version: made.version, thumbHash: made.thumbHash }
    const before = await connection.write(async tx => {
      const current = await subjectNow(tx, subject)
      const choice = await choiceOf(tx, current)
      await setCrop(tx, row.pk, shown, now())
      const changed = await coverOf(tx, subject, id)
      if (changed === null) throw notFound('Cover')
      if (current.version !== row.version) return null
      await showCover(tx, current, changed, { now: now() })
      await recordChoice(tx, viewer, current, { cover: row.source, crop }, now())
      await recordCoverEdit(tx, viewer, current, { before: choice, origin, now: now() })
      return current.version
    })
    if (before !== null && before !== made.version) await covers.remove([{ ...ownerOf(subject), version: before }])
    return coverView(
      { ...subject, version: isShown ? made.version : subject.version },
      { ...row, crop: shown.crop, version: made.version },
    )
  } finally {
    await covers.discard([draft])
  }
}

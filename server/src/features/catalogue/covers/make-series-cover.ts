import { join } from 'node:path'
import type { Tx } from '../../../db'
import type { FileProblem } from '../../../formats/facts'
import { seriesCover } from '../series'
import type { CoverWork } from './cover-work.types'
import { type CoverImage, folderPath, imageOfText, type SeriesOfImage, textOfImage } from './series-images.queries'

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

export interface MadeSeriesCover {
  /** `unread`: the image is missing or unreadable now; nothing was changed. */
  readonly outcome: 'made' | 'failed' | 'unread'
  readonly problem: FileProblem | null
  readonly bytes: number
}

/**
 * Makes the cover of a series from the image in its folder. If that is not an image, the series has no cover of its
 * own, and the file is not retried until it changes. `write` is the one transaction that stores the cover's version.
 */
export async function makeSeriesCover(
  { pool, covers, connection }: Pick<CoverWork, 'pool' | 'covers' | 'connection'>,
  series: SeriesOfImage,
  image: CoverImage,
  write: Write,
): Promise<MadeSeriesCover> {
  const folder = await folderPath(connection.reader, image.folderPk)
  if (folder === null) return { outcome: 'unread', problem: null, bytes: 0 }
  const draft = covers.draft()
  try {
    const made = await pool.cover({ path: join(folder, series.path, image.name), thumbnailTarget: draft })
    if (!made.ok && made.problem.reason === 'unreadable') return { outcome: 'unread', problem: made.problem, bytes: 0 }
    // A changed file or a link: the next scan finds it.
    if (made.ok && !isOf(made.stamp, image)) return { outcome: 'unread', problem: null, bytes: made.stamp.size }
    const version = made.ok ? made.version : null
    if (version !== null) await covers.publish([{ seriesId: series.id, version, draft }])
    const cover = { image: textOfImage(image), version, thumbHash: made.ok ? made.thumbHash : null }
    const isSaved = await write(tx => seriesCover.saveSeriesCover(tx, series, cover))
    if (isSaved && series.cover_version !== version) {
      await covers.remove([{ seriesId: series.id, version: series.cover_version }])
    }
    return made.ok
      ? { outcome: 'made', problem: null, bytes: made.stamp.size }
      : { outcome: 'failed', problem: made.problem, bytes: image.size }
  } finally {
    await covers.discard([draft])
  }
}

/** Removes the image cover of a series, which shows that of its first book again. */
export async function dropSeriesCover(
  { covers }: Pick<CoverWork, 'covers'>,
  series: SeriesOfImage,
  write: Write,
): Promise<void> {
  if (await write(tx => seriesCover.saveSeriesCover(tx, series, null))) {
    await covers.remove([{ seriesId: series.id, version: series.cover_version }])
  }
}

/** Makes it again from its image. If the image is missing, the cover is removed, as its thumbnail is lost. */
export async function makeSeriesCoverAgain(deps: CoverWork, series: SeriesOfImage): Promise<MadeSeriesCover> {
  const { write } = deps.connection
  const image = series.cover_image === null ? null : imageOfText(series.cover_image)
  if (image === null) return { outcome: 'failed', problem: null, bytes: 0 }
  const made = await makeSeriesCover(deps, series, image, write)
  if (made.outcome === 'unread') await dropSeriesCover(deps, series, write)
  return made
}

function isOf(stamp: { readonly size: number; readonly modifiedMs: number }, image: CoverImage): boolean {
  return stamp.size === image.size && stamp.modifiedMs === image.modifiedMs
}

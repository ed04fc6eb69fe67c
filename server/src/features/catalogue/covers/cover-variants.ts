import { lstat, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reader } from '../../../db'
import type { CachedFile, DiskCache } from '../../../platform/disk-cache'
import type { CropShares, ParserPool } from '../../../workers/pool.types'
import { addedCover } from './added-covers.queries'
import { withFile } from './chosen-files'
import { type CoverName, type Covers, coverKey, type MasterName } from './cover-files'
import { folderPath, imageOfText, seriesOfImages } from './series-images.queries'
import { fileVersion, fromFile } from './usual-covers'

interface Deps {
  readonly reader: Reader
  readonly covers: Covers
  readonly pool: ParserPool
  readonly cache: DiskCache
}

/** Format and width of the answer; null for the stored thumbnail. */
export interface SentForm {
  readonly width: number | null
  readonly format: 'jpeg' | 'webp'
}

export interface AddedCover {
  readonly id: string
  readonly master: string
  readonly version: string
  /** JSON. */
  readonly crop: string | null
}

/** Few widths, so that requests share cached variants. */
const WIDTHS = [200, 400, 800, 1600] as const
const WIDEST = 1600
const THUMBNAIL_WIDTH = 400
const WEBP = 'image/webp'

/** Without a width: JPEG, which every app accepts; so is every width if `format` asks for it. */
export function sentForm(request: Request, width: number | undefined, format?: 'jpeg'): SentForm {
  if (width === undefined) return { width: null, format: 'jpeg' }
  const isTaken = format === undefined && (request.headers.get('accept') ?? '').includes(WEBP)
  return { width: WIDTHS.find(one => one >= width) ?? WIDEST, format: isTaken ? 'webp' : 'jpeg' }
}

/** The selected cover in another size; null if its thumbnail is lost. */
export async function variantOfCover(deps: Deps, name: CoverName, form: SentForm): Promise<CachedFile | null> {
  const { reader, covers } = deps
  return made(deps, coverKey(name), form, async () => {
    const added = await addedCover(reader, name)
    const master = added && (await covers.openMaster(added.master))
    if (added && master) return { blob: master, crop: added.crop }
    const isLarge = (form.width ?? 0) > THUMBNAIL_WIDTH
    const larger = isLarge && 'bookId' in name ? await fromFile(deps, name.bookId) : null
    return { blob: larger ? new Blob([larger]) : await covers.open(name), crop: null }
  })
}

/** A cropped added cover; null if its picture is lost. */
export async function variantOfChosen(
  deps: Deps,
  { id, master, version, crop }: AddedCover,
  form: SentForm,
): Promise<CachedFile | null> {
  const name: MasterName = { coverId: id, hash: master }
  return made(deps, `${id}|${version}`, form, async () => ({
    blob: await deps.covers.openMaster(name),
    crop: crop === null ? null : (JSON.parse(crop) as CropShares),
  }))
}

/** The cover picture in the file of a book; null if it has none. */
export async function variantOfFile(deps: Deps, bookId: string, form: SentForm): Promise<CachedFile | null> {
  const version = await fileVersion(deps, bookId)
  if (version === null) return null
  return made(deps, `${bookId}|file|${version}`, form, async () => {
    const bytes = await fromFile(deps, bookId)
    return { blob: bytes && new Blob([bytes]), crop: null }
  })
}

/** A drawn cover in another size; null if it was removed meanwhile. */
export async function variantOfDrawn(
  deps: Deps,
  name: string,
  { path }: CachedFile,
  form: SentForm,
): Promise<CachedFile | null> {
  return made(deps, `drawn|${name}`, form, async () => ({ blob: Bun.file(path), crop: null }))
}

/** The cover image in the folder of a series; null if it has none, or it is missing. */
export async function variantOfFolderImage(deps: Deps, seriesId: string, form: SentForm): Promise<CachedFile | null> {
  const [series] = await seriesOfImages(deps.reader, { seriesIds: [seriesId] })
  if (!series || series.cover_image === null) return null
  const image = imageOfText(series.cover_image)
  const folder = await folderPath(deps.reader, image.folderPk)
  if (folder === null) return null
  const path = join(folder, series.path, image.name)
  return made(deps, `${seriesId}|folder|${series.cover_image}`, form, async () => {
    // A changed file or a link is not read.
    const stats = await lstat(path).catch(() => null)
    return { blob: stats?.isFile() && stats.size === image.size ? Bun.file(path) : null, crop: null }
  })
}

class NoPicture extends Error {}

/** Concurrent requests share one run; the result is cached. */
async function made(
  { covers, pool, cache }: Deps,
  key: string,
  { width, format }: SentForm,
  open: () => Promise<{ readonly blob: Blob | null; readonly crop: CropShares | null }>,
): Promise<CachedFile | null> {
  const across = width ?? THUMBNAIL_WIDTH
  try {
    return await cache.file(`cover|${key}|${across}|${format}`, async target => {
      const { blob, crop } = await open()
      const draft = covers.draft()
      const output = { target: draft, width: across, height: 2 * across, format, crop }
      const result = await withFile(covers, blob, path => pool.picture({ path, isWhole: false, outputs: [output] }))
      if (!result?.ok) throw new NoPicture()
      await rename(draft, target)
      return { mediaType: `image/${format}` }
    })
  } catch (error) {
    if (error instanceof NoPicture) return null
    throw error
  }
}

import type { Reader } from '../../../db'
import { blobAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { type DiskCache, hashOf } from '../../../platform/disk-cache'
import type { ParserPool } from '../../../workers/pool.types'
import { bookCover, type DrawnFor, type FoundCover, seriesCover } from './cover.queries'
import type { CoverName, Covers } from './cover-files'
import { drawnText } from './drawn-covers.queries'
import type { MissingCovers } from './missing-covers'

export interface CoverDeps {
  readonly reader: Reader
  readonly covers: Covers
  readonly missing: MissingCovers
  /** For covers that are drawn. */
  readonly pool: ParserPool
  readonly cache: DiskCache
}

interface Asker {
  readonly viewer: Viewer
  readonly request: Request
}

interface WantedCover {
  readonly id: string
  /** The cover version in the address; such an answer can be cached forever. */
  readonly version: string | undefined
}

/**
 * The thumbnail of a book, or 304. One without a picture has a drawn one.
 * @throws NotFound when the viewer sees no such book
 */
export async function bookCoverAnswer(deps: CoverDeps, asker: Asker, { id, version }: WantedCover): Promise<Response> {
  return answer(deps, asker.request, () => bookCover(deps.reader, asker.viewer, id), version)
}

/** The same for a series. */
export async function seriesCoverAnswer(
  deps: CoverDeps,
  asker: Asker,
  { id, version }: WantedCover,
): Promise<Response> {
  return answer(deps, asker.request, () => seriesCover(deps.reader, asker.viewer, id), version)
}

async function answer(
  deps: CoverDeps,
  request: Request,
  find: () => Promise<FoundCover>,
  version: string | undefined,
): Promise<Response> {
  const { covers, missing } = deps
  const cover = await find()
  if (cover.kind === 'none') return drawnAnswer(deps, request, cover.drawnFor)
  const found = await answerOf(covers, request, cover.name, version)
  if (found) return found
  await missing.makeAgain(cover.name)
  // Asked again, because a new cover may have taken the place of this one since its row was read.
  const again = await find()
  const made = again.kind === 'picture' ? await answerOf(covers, request, again.name, version) : null
  return made ?? drawnAnswer(deps, request, cover.drawnFor)
}

/** Changes when the same words are drawn otherwise. */
const DESIGN = 1

/** The cover of a book or series without a picture: the same words make the same one, once. */
async function drawnAnswer({ reader, pool, cache }: CoverDeps, request: Request, of: DrawnFor): Promise<Response> {
  const text = await drawnText(reader, of)
  if (text === null) throw notFound('Cover')
  const key = `drawn cover|${DESIGN}|${JSON.stringify(text)}`
  const headers = {
    ETag: `"${hashOf(key)}"`,
    'Cache-Control': 'private, max-age=60, must-revalidate',
    'Content-Type': 'image/jpeg',
  }
  if (matchesEtag(request, headers.ETag)) return notModified(headers)
  const { path } = await cache.file(key, async target => {
    if (!(await pool.draw({ ...text, target }))) throw notFound('Cover')
    return { mediaType: 'image/jpeg' }
  })
  return blobAnswer(Bun.file(path), headers)
}

async function answerOf(
  covers: Covers,
  request: Request,
  cover: CoverName,
  version: string | undefined,
): Promise<Response | null> {
  const etag = `"${cover.version}"`
  const headers = {
    ETag: etag,
    'Cache-Control':
      version === cover.version ? 'private, max-age=31536000, immutable' : 'private, max-age=60, must-revalidate',
    'Content-Type': 'image/jpeg',
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  const file = await covers.open(cover)
  return file && blobAnswer(file, headers)
}

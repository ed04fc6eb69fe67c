import type { Reader } from '../../../db'
import { blobAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { bookCover, seriesCover } from './cover.queries'
import type { CoverName, Covers } from './cover-files'
import type { MissingCovers } from './missing-covers'

export interface CoverDeps {
  readonly reader: Reader
  readonly covers: Covers
  readonly missing: MissingCovers
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
 * The thumbnail of a book, or 304.
 * @throws NotFound when the viewer sees no such book, or it has no cover
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
  { covers, missing }: CoverDeps,
  request: Request,
  find: () => Promise<CoverName>,
  version: string | undefined,
): Promise<Response> {
  const cover = await find()
  const found = await answerOf(covers, request, cover, version)
  if (found) return found
  await missing.makeAgain(cover)
  // Asked again, because a new cover may have taken the place of this one since its row was read.
  const made = await answerOf(covers, request, await find(), version)
  if (!made) throw notFound('Cover')
  return made
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

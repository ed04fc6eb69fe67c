import type { Reader } from '../../db'
import { matchesEtag, notModified } from '../../http/etag'
import { notFound } from '../../kernel/app-error'
import type { Viewer } from '../../kernel/viewer'
import { bookCover, type CoverRow, seriesCover } from './cover.queries'
import { thumbnailFile } from './cover-files'

export interface CoverDeps {
  readonly reader: Reader
  readonly dataDir: string
}

interface Asker {
  readonly viewer: Viewer
  readonly request: Request
}

interface WantedCover {
  readonly id: string
  /** The cover that the address names; an answer to it may be kept for good. */
  readonly version: string | undefined
}

/**
 * The thumbnail of a book, or 304.
 * @throws NotFound when the viewer sees no such book, or it has no cover
 */
export async function bookCoverAnswer(deps: CoverDeps, asker: Asker, { id, version }: WantedCover): Promise<Response> {
  return answer(deps.dataDir, asker.request, await bookCover(deps.reader, asker.viewer, id), version)
}

/** The same for a series. */
export async function seriesCoverAnswer(
  deps: CoverDeps,
  asker: Asker,
  { id, version }: WantedCover,
): Promise<Response> {
  return answer(deps.dataDir, asker.request, await seriesCover(deps.reader, asker.viewer, id), version)
}

async function answer(
  dataDir: string,
  request: Request,
  cover: CoverRow,
  version: string | undefined,
): Promise<Response> {
  const etag = `"${cover.cover_version}"`
  const headers = {
    ETag: etag,
    'Cache-Control':
      version === cover.cover_version ? 'private, max-age=31536000, immutable' : 'private, max-age=60, must-revalidate',
    'Content-Type': 'image/jpeg',
  }
  if (matchesEtag(request, etag)) return notModified(headers)
  const file = Bun.file(thumbnailFile(dataDir, cover.book_id))
  if (!(await file.exists())) throw notFound('Cover')
  return new Response(file, { headers })
}

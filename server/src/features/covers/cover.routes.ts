import { getBookThumbnail, getSeriesThumbnail } from '@octavo/contract/page'
import type { Reader } from '../../db'
import type { Binder } from '../../http/bind'
import { matchesEtag, notModified } from '../../http/etag'
import { notFound } from '../../kernel/app-error'
import { bookCover, type CoverRow, seriesCover } from './cover.queries'
import { thumbnailFile } from './cover-files'

export interface CoverDeps {
  readonly reader: Reader
  readonly dataDir: string
}

/** Thumbnails of books and series. */
export function coverRoutes(binder: Binder, { reader, dataDir }: CoverDeps): void {
  const send = async (request: Request, cover: CoverRow, version: string | undefined) => {
    const etag = `"${cover.cover_version}"`
    const headers = {
      ETag: etag,
      'Cache-Control':
        version === cover.cover_version
          ? 'private, max-age=31536000, immutable'
          : 'private, max-age=60, must-revalidate',
      'Content-Type': 'image/jpeg',
    }
    if (matchesEtag(request, etag)) return notModified(headers)
    const file = Bun.file(thumbnailFile(dataDir, cover.book_id))
    if (!(await file.exists())) throw notFound('Cover')
    return new Response(file, { headers })
  }

  binder.bind(getBookThumbnail, async ({ viewer, params, query, request }) =>
    send(request, await bookCover(reader, viewer, params.book_id), query.v),
  )
  binder.bind(getSeriesThumbnail, async ({ viewer, params, query, request }) =>
    send(request, await seriesCover(reader, viewer, params.series_id), query.v),
  )
}

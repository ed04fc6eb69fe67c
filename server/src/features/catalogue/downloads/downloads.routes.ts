import { downloadBooks, downloadSeries } from '@octavo/contract/download'
import type { Reader } from '../../../db'
import { storedArchive } from '../../../formats/zip/stored-archive'
import { attachment } from '../../../http/attachment'
import type { Binder } from '../../../http/bind'
import { rangedAnswer } from '../../../http/ranged-answer'
import { notFound, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Logger } from '../../../kernel/log'
import { shapeFor } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import type { DiskCache } from '../../../platform/disk-cache'
import { requireSeries } from '../../people/access'
import { type OpenBooks, sentFile } from '../pages'
import { safeName } from './archive-names.rules'
import { bookMembers, membersEtag } from './book-members'
import { downloadableBooks } from './downloads.queries'

export interface DownloadDeps {
  readonly reader: Reader
  readonly openBooks: OpenBooks
  readonly cache: DiskCache
  readonly log: Logger
}

interface Asker {
  readonly viewer: Viewer
  readonly request: Request
}

/** Books as one zip. */
export interface Archives {
  /** All books of a series that the viewer sees. @throws NotFound */
  ofSeries(call: Asker, id: string): Promise<Response>
  /** Chosen books, and those of chosen series. @throws NotFound without any */
  of(
    call: Asker,
    wanted: { readonly bookIds: readonly string[]; readonly seriesIds: readonly string[] },
  ): Promise<Response>
}

export function createArchives(deps: DownloadDeps): Archives {
  const { reader, openBooks } = deps

  async function answer(
    { viewer, request }: Asker,
    wanted: { readonly bookIds: readonly string[]; readonly seriesIds: readonly string[] },
  ): Promise<Response> {
    const most = LIMITS.downloads.books
    const books = await downloadableBooks(reader, viewer, wanted, most + 1)
    const [first] = books
    if (!first) throw notFound(wanted.bookIds.length > 0 ? 'Book' : 'Series')
    if (books.length > most) {
      throw refused('UnprocessableEntity', 'list_long', `A download has at most ${most} books`, { max: most })
    }
    const members = await bookMembers(openBooks, viewer, books)
    const isOne = books.every(book => book.series_id === first.series_id)
    const name = isOne ? safeName(`${first.series_title}.zip`) : `${books.length} books.zip`
    const headers = {
      ETag: membersEtag(members),
      'Content-Type': 'application/zip',
      'Content-Disposition': attachment(name),
    }
    return rangedAnswer(request, headers, () =>
      sentFile.generatedZip(
        deps,
        request,
        headers.ETag,
        storedArchive(members, (key, read) => known(viewer, key, read)),
      ),
    )
  }

  /** Checksums of files already read, so that a resumed download need not read them again. */
  function known(viewer: Viewer, key: string, read: () => Promise<number>): Promise<number> {
    return reader.memo ? reader.memo.value(shapeFor(viewer, 'catalogue', 'crc', key), read) : read()
  }

  return {
    of: answer,
    async ofSeries(call, id) {
      await requireSeries(reader, call.viewer, id)
      return answer(call, { bookIds: [], seriesIds: [id] })
    },
  }
}

/** Downloads of a series, or of chosen books. */
export function downloadRoutes(binder: Binder, archives: Archives): void {
  binder.bind(downloadSeries, call => archives.ofSeries(call, call.params.series_id))
  binder.bind(downloadBooks, call =>
    archives.of(call, { bookIds: call.query.bookIds ?? [], seriesIds: call.query.seriesIds ?? [] }),
  )
}

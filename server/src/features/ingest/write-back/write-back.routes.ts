import {
  previewWriteBack,
  startWriteBack,
  type WriteBackBookDto,
  type WriteBackDocumentDto,
  type WriteBackRequest,
  type WriteBackSeriesDto,
} from '@octavo/contract/write-back'
import type { Reader } from '../../../db'
import type { PlannedDocument } from '../../../formats/writing/write-book'
import type { SeriesWritePlan } from '../../../formats/writing/write-series'
import type { Binder } from '../../../http/bind'
import { notFound, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { putTask, type TaskRequests } from '../../../platform/task-requests'
import type { ParserPool } from '../../../workers/pool.types'
import { NotWritten } from './not-written'
import { wantedOfBooks } from './wanted-of-books'
import { type WritableBook, writableBooks, writeTargetOf } from './writable-books.queries'
import { type WritableSeries, writableSeries } from './writable-series.queries'
import { writeBackTask } from './write-back-task'
import { planOne } from './write-one'
import { planSeries } from './write-series-file'

export interface WriteBackRouteDeps extends TaskRequests {
  readonly reader: Reader
  readonly pool: ParserPool
  /** Whether this server writes to files at all. */
  readonly allowed: boolean
}

/** Writing metadata to the files of books: preview and execution. */
export function writeBackRoutes(binder: Binder, deps: WriteBackRouteDeps): void {
  const { reader, pool, allowed } = deps

  async function chosen(viewer: Viewer, { bookIds = [], seriesIds = [] }: WriteBackRequest): Promise<WritableBook[]> {
    const most = LIMITS.writeBack.books
    const books = await writableBooks(reader, viewer, { bookIds, seriesIds }, most + 1)
    if (books.length === 0) throw notFound(bookIds.length > 0 ? 'Book' : 'Series')
    if (books.length > most) {
      const message = `At most ${most} books can be written at once`
      throw refused('UnprocessableEntity', 'list_long', message, { max: most })
    }
    return books
  }

  /** Among the chosen series, those with visible books whose series.json is requested. */
  async function seriesFiles(books: readonly WritableBook[], { seriesFile, seriesIds = [] }: WriteBackRequest) {
    if (!seriesFile) return []
    const chosen = new Set(seriesIds.map(id => id.toLowerCase()))
    const seen = books.flatMap(({ series_id: id }) => (chosen.has(id) ? [id] : []))
    return writableSeries(reader, [...new Set(seen)])
  }

  async function planFile(series: WritableSeries): Promise<WriteBackSeriesDto> {
    const about = { seriesId: series.id, title: series.title }
    try {
      const { refusal } = writeTargetOf(series)
      if (refusal !== null) throw new NotWritten(refusal)
      return { ...about, document: documentView(await planSeries(pool, series)), refusal: null }
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      const { code, message } = error
      return { ...about, document: null, refusal: { code, message } }
    }
  }

  binder.bind(previewWriteBack, async ({ viewer, body }) => {
    const books = await chosen(viewer, body)
    const shown = books.slice(0, LIMITS.writeBack.previewed)
    const wantedOf = await wantedOfBooks(reader, shown)
    const plan = async (book: WritableBook): Promise<WriteBackBookDto> => {
      const about = { bookId: book.id, title: book.title, fileName: book.file_name }
      const target = writeTargetOf(book, body.into)
      if (target.refusal !== null) {
        const { message } = new NotWritten(target.refusal)
        return { ...about, into: null, documents: [], refusal: { code: target.refusal, message } }
      }
      const { into } = target
      try {
        const { documents } = await planOne(pool, book, wantedOf(book), into)
        return { ...about, into, documents: documents.map(documentView), refusal: null }
      } catch (error) {
        if (!(error instanceof NotWritten)) throw error
        const { code, message } = error
        return { ...about, into, documents: [], refusal: { code, message } }
      }
    }
    const series = await Promise.all(
      (await seriesFiles(books, body)).slice(0, LIMITS.writeBack.previewed).map(planFile),
    )
    return { allowed, bookCount: books.length, books: await Promise.all(shown.map(plan)), series }
  })

  binder.bind(startWriteBack, async ({ viewer, body }) => {
    const books = await chosen(viewer, body)
    if (!allowed) throw refused('Conflict', 'files_locked', new NotWritten('server-off').message)
    const refusals = books.map(book => writeTargetOf(book, body.into).refusal)
    const writable = books.filter((_, at) => refusals[at] === null)
    const [refusal] = refusals
    if (writable.length === 0 && refusal) {
      const reason = refusal === 'library-off' ? 'writing_off' : 'writing_sidecars'
      throw refused('Conflict', reason, new NotWritten(refusal).message)
    }
    const taskIds: string[] = []
    const series = Map.groupBy(await seriesFiles(writable, body), ({ library_id }) => library_id)
    for (const [libraryId, own] of Map.groupBy(writable, book => book.library_id)) {
      const ids = { bookIds: own.map(({ id }) => id), seriesIds: (series.get(libraryId) ?? []).map(({ id }) => id) }
      const task = writeBackTask(libraryId, ids, body.into)
      taskIds.push((await putTask(deps, viewer, task)).id)
    }
    return { bookCount: writable.length, taskIds }
  })
}

type WriteBackDocument = Pick<PlannedDocument | SeriesWritePlan, 'name' | 'changes' | 'skipped'>

function documentView({ name, changes, skipped }: WriteBackDocument): WriteBackDocumentDto {
  return { name, changes: [...changes], skipped: [...skipped] }
}

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Connection, pagesByKey } from '../../../db'
import { AppError, refused } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { TaskContext, TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import type { ParserPool } from '../../../workers/pool.types'
import { bookStore } from '../../catalogue/books'
import { booksToCheck, type CheckedBook, type CheckedLibrary, librariesToCheck, sizeOfCheck } from './integrity.queries'
import { type Verdict, verdictOf } from './verdict.rules'

export interface IntegrityDeps {
  readonly connection: Connection
  readonly pool: ParserPool
  readonly now: Clock
}

const TASK = 'check_integrity'
const Payload = z.object({
  libraryId: z.string().nullish(),
  libraryIds: z.array(z.string()).nullish(),
  full: z.boolean().default(false),
})

const PAGE = 200
/** Files checked concurrently: enough for the parser processes, while scans still make progress. */
const AT_ONCE = 4
/** A transaction ends at the first of these limits. */
const BATCH = 50
const BATCH_MS = 500
/** Problem types that a quick check (size, time, samples) can find, and so clear. */
const SEEN_BY_QUICK: readonly string[] = ['other']
/** Maximum number of sentences in the result. */
const MOST_ERRORS = 50

interface Check {
  readonly deps: IntegrityDeps
  readonly context: TaskContext
  readonly full: boolean
  readonly total: number
  readonly counts: {
    libraries: number
    checked: number
    damaged: number
    missing: number
    changed: number
    unknown: number
  }
  readonly errors: string[]
}

interface Found {
  readonly library: CheckedLibrary
  readonly book: CheckedBook
  readonly verdict: Verdict
}

/** Checks the files of a library, or of all with null; `full` reads every byte. */
export function integrityCheck(libraryId: string | null, full: boolean): TaskDraft {
  return { type: TASK, payload: { ...(libraryId !== null && { libraryId }), full }, priority: 200 }
}

/**
 * Task handlers that check whether the files of books are intact: damage becomes an error of its book, which is cleared
 * when the file is intact again.
 */
export function integrityHandlers(deps: IntegrityDeps): TaskHandlers {
  return { [TASK]: { narrowsToLibraries: true, run: context => checkFiles(deps, context) } }
}

async function checkFiles(deps: IntegrityDeps, context: TaskContext): Promise<Record<string, unknown>> {
  const { libraryId, libraryIds, full } = Payload.parse(context.task.payload)
  const { reader } = deps.connection
  const libraries = await librariesToCheck(reader, libraryId ? [libraryId.toLowerCase()] : (libraryIds ?? null))
  if (libraryId && libraries.length === 0) throw new AppError('NotFound', 'The library does not exist or is turned off')
  const { books } = await sizeOfCheck(
    reader,
    libraries.map(library => library.pk),
  )
  const counts = { libraries: 0, checked: 0, damaged: 0, missing: 0, changed: 0, unknown: 0 }
  const check: Check = { deps, context, full, total: books, counts, errors: [] }
  for (const library of libraries) await checkLibrary(check, library, libraryId != null)
  return {
    books_checked: counts.checked,
    books_damaged: counts.damaged,
    books_missing: counts.missing,
    books_changed: counts.changed,
    books_skipped: counts.unknown,
    libraries_skipped: counts.libraries,
    errors: check.errors,
  }
}

async function checkLibrary(check: Check, library: CheckedLibrary, isOnly: boolean): Promise<void> {
  const { deps, context, counts } = check
  // Without its folder, all its books are missing for one reason, which is not theirs.
  const folders = new Map<number, string>()
  for (const { pk, path } of library.folders) {
    const problem = await folderProblem(path)
    if (problem === null) folders.set(pk, path)
    else if (isOnly && library.folders.length === 1) {
      throw refused('ServiceUnavailable', 'folder_away', `Nothing was checked: ${problem}`, { where: path })
    } else note(check, `${library.name}: ${problem}`)
  }
  if (folders.size === 0) {
    if (isOnly) {
      const where = library.folders.map(({ path }) => path).join(', ')
      const message = 'Nothing was checked: none of the folders can be read'
      throw refused('ServiceUnavailable', 'folder_away', message, { where })
    }
    counts.libraries++
    return
  }
  let found: Found[] = []
  let writtenAt = performance.now()
  const flush = async () => {
    const batch = found
    found = []
    writtenAt = performance.now()
    await save(check, batch)
  }
  const books = booksInOrder(deps, library)
  const work = async () => {
    for await (const book of books) {
      context.signal.throwIfAborted()
      const folder = folders.get(book.folder_pk)
      if (folder === undefined) continue
      const { file_size: size } = book
      const checking = deps.pool.verify({ path: join(folder, book.path), size, full: check.full })
      const verdict = verdictOf(book, await unlessStopped(checking, context.signal))
      context.processed({ items: 1, bytes: check.full ? size : 0 })
      found.push({ library, book, verdict })
      if (found.length >= BATCH || performance.now() - writtenAt > BATCH_MS) await flush()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await flush()
}

async function* booksInOrder(deps: IntegrityDeps, library: CheckedLibrary): AsyncGenerator<CheckedBook, void, void> {
  const pages = pagesByKey(PAGE, after => booksToCheck(deps.connection.reader, library.pk, after, PAGE))
  for await (const books of pages) {
    yield* books
  }
}

async function save(check: Check, batch: readonly Found[]): Promise<void> {
  const { deps, context, counts } = check
  for (const { library, book, verdict } of batch) {
    counts.checked++
    if (verdict.kind === 'whole') counts.changed += verdict.isOther ? 1 : 0
    else if (verdict.kind === 'unknown') {
      counts.unknown++
      note(check, `${library.name}/${book.path}: ${verdict.why}`)
    } else {
      counts[verdict.kind]++
      for (const { message } of verdict.problems) note(check, `${library.name}/${book.path}: ${message}`)
    }
  }
  await deps.connection.write(async tx => {
    await context.checkpoint(tx, { current: counts.checked, total: check.total, message: progressMessage(check) })
    for (const { library, book, verdict } of batch) {
      if (verdict.kind === 'unknown' || (verdict.kind === 'whole' && !book.has_errors)) continue
      const problems = verdict.kind === 'whole' ? [] : verdict.problems
      const seen = (errorType: string) => check.full || SEEN_BY_QUICK.includes(errorType)
      if (!(await bookStore.saveCheckErrors(tx, book.pk, { problems: problems, seen }, deps.now()))) continue
      const place = { id: book.id, series_id: book.series_id, library_id: library.id, library_pk: library.pk }
      bookStore.publishBookEvent(tx, place, 'book_updated', ['errors'])
    }
  })
}

function progressMessage({ counts }: Check): string {
  const bad = counts.damaged + counts.missing
  return bad === 0 ? 'No damage so far' : `${bad} damaged so far`
}

function note(check: Check, sentence: string): void {
  check.context.note('warn', sentence)
  if (check.errors.length < MOST_ERRORS) check.errors.push(sentence)
}

async function folderProblem(path: string): Promise<string | null> {
  try {
    const names = await readdir(path)
    return names.length > 0 ? null : `the folder ${path} is empty: check that its disk is mounted`
  } catch (error) {
    return `the folder ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`
  }
}

/** Rejects as soon as the task is stopped; the current file's result is ignored. */
function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', stop))
}

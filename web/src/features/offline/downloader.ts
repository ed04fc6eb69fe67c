import { api, isUnauthorized } from '../../api/client'
import { isReachable, whenBack } from '../../api/connection'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { BookDto, UserInfo } from '../../api/types'
import {
  deleteDownload,
  deleteLateParts,
  downloadOf,
  downloads,
  downloadsOwner,
  isWanted,
  MOST_BOOKS,
  openDownloads,
  putDownload,
  updateDownload,
} from '../../device/downloads'
import type { DownloadedBook } from '../../device/downloads.types'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { readingState } from '../progress'
import { downloadBook } from './download-book'
import { to } from './messages'

/** Storage left free for other uses. */
const SPARE = 64 * 1024 * 1024
/** How often progress is shown. */
const SHOWN_EVERY = 250

let working: { readonly bookId: string; readonly end: AbortController } | null = null
let running = false

/** Queues books for download. Returns how many were added. */
export async function download(books: readonly BookDto[]): Promise<number> {
  const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
  if (!user || user.seenBy) return 0
  await openDownloads(user.id)
  // Without the permission the browser may delete books when it needs space.
  void navigator.storage?.persist?.().catch(() => false)
  const known = downloads().filter(({ state }) => state !== 'failed').length
  const wanted = books.filter(book => !book.deleted && isWanted(downloadOf(book.id), book))
  const added = wanted.slice(0, Math.max(0, MOST_BOOKS - known))
  let addedAt = Date.now()
  for (const book of added) {
    await putDownload({ userId: user.id, book, state: 'waiting', done: 0, total: 0, bytes: 0, addedAt: addedAt++ })
  }
  if (added.length < wanted.length) toast({ message: to('offline.tooMany', { count: MOST_BOOKS }), tone: 'bad' })
  void work()
  return added.length
}

/** Stops a download, or deletes a downloaded book. */
export async function removeDownload(bookId: string): Promise<void> {
  const userId = downloadsOwner()
  if (working?.bookId === bookId) working.end.abort()
  if (userId !== null) await deleteDownload(userId, bookId)
}

export async function removeAll(): Promise<void> {
  for (const { book } of downloads()) await removeDownload(book.id)
}

/** Deletes finished books. Returns how many. */
export async function removeFinished(): Promise<number> {
  let removed = 0
  for (const { book, state } of downloads()) {
    if (state !== 'done') continue
    const now = await api.get('/api/v1/books/{book_id}', { params: { book_id: book.id } }).catch(() => ({ book }))
    if (readingState(now.book) !== 'read') continue
    await removeDownload(book.id)
    removed += 1
  }
  return removed
}

/** Resumes downloads of an earlier visit. */
export async function resumeDownloads(userId: string): Promise<void> {
  await openDownloads(userId)
  if (downloads().some(({ state }) => state === 'waiting' || state === 'loading')) void work()
}

/** One book after another, in one tab. */
async function work(): Promise<void> {
  const userId = downloadsOwner()
  if (running || userId === null) return
  running = true
  try {
    await navigator.locks.request(`octavo.downloads.${userId}`, async () => {
      for (;;) {
        const next = downloads().find(({ state }) => state === 'waiting' || state === 'loading')
        if (!next || downloadsOwner() !== userId) return
        if (!(await getOne(next))) return
      }
    })
  } finally {
    running = false
  }
}

/** False if the server cannot be reached; the rest waits for it. */
async function getOne({ userId, book, addedAt }: ReturnType<typeof downloads>[number]): Promise<boolean> {
  const end = new AbortController()
  working = { bookId: book.id, end }
  const record = { userId, book, addedAt, done: 0, total: 0, bytes: 0 }
  const update = async (now: Pick<DownloadedBook, 'state'> & Partial<DownloadedBook>) => {
    if (!end.signal.aborted && !(await updateDownload({ ...record, ...now }))) end.abort()
  }
  let shownAt = 0
  let canContinue = true
  try {
    await checkSpace(book.fileSize)
    await update({ state: 'loading' })
    const progress = await downloadBook(userId, book, end.signal, now => {
      if (Date.now() - shownAt < SHOWN_EVERY) return
      shownAt = Date.now()
      void update({ ...now, state: 'loading' })
    })
    await update({ ...progress, state: 'done' })
  } catch (error) {
    if (isUnauthorized(error)) {
      canContinue = false
      await update({ state: 'waiting' })
    } else if (isReachable()) await update({ state: 'failed', problem: problemOf(error) })
    else {
      canContinue = false
      await update({ state: 'waiting' })
      const forget = whenBack(() => {
        forget()
        void work()
      })
    }
  } finally {
    working = null
  }
  if (end.signal.aborted) await deleteLateParts(userId, book.id)
  return canContinue
}

async function checkSpace(needed: number): Promise<void> {
  const { quota = Number.POSITIVE_INFINITY, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  if (quota - usage < needed + SPARE) throw new DOMException('No space', 'QuotaExceededError')
}

function problemOf(error: unknown): string {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
    ? to('offline.noSpace')
    : errorSentence(error)
}

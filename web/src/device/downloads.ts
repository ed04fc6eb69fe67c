import { useSyncExternalStore } from 'react'
import type { BookDto } from '../api/types'
import { database } from './database'
import { bookCache } from './device-caches'
import type { DownloadedBook } from './downloads.types'
import { hasCaches } from './signed-in'

/** Of one person on one device. */
export const MOST_BOOKS = 500

const listeners = new Set<() => void>()
const NONE: readonly DownloadedBook[] = []
let owner: string | null = null
let opening: Promise<void> = Promise.resolve()
let list: readonly DownloadedBook[] = NONE
let others: BroadcastChannel | null = null

/** Whether this browser can store books; browsers require a secure context. */
export const canDownload = (): boolean => hasCaches() && 'serviceWorker' in navigator && 'locks' in navigator

/** Loads this person's downloads on this device; follows changes in other tabs. */
export async function openDownloads(userId: string): Promise<void> {
  if (owner === userId || !canDownload()) return opening
  owner = userId
  show(NONE)
  others?.close()
  others = new BroadcastChannel(`octavo.downloads.${userId}`)
  others.onmessage = () => void read()
  opening = read()
  await opening
}

export const downloadsOwner = (): string | null => owner
export const downloads = (): readonly DownloadedBook[] => list
export const downloadOf = (bookId: string): DownloadedBook | undefined => list.find(({ book }) => book.id === bookId)

/** Whether it has to be downloaded, or again: it failed, or the file was replaced since. */
export const isWanted = (known: DownloadedBook | undefined, { fileHash }: Pick<BookDto, 'fileHash'>): boolean =>
  known === undefined || known.state === 'failed' || (known.state === 'done' && known.book.fileHash !== fileHash)

export function useDownloads(): readonly DownloadedBook[] {
  return useSyncExternalStore(subscribe, downloads)
}

export function useDownload(bookId: string): DownloadedBook | undefined {
  return useSyncExternalStore(subscribe, () => downloadOf(bookId))
}

/** Shows a record at once, and stores it; not for somebody who has signed out. */
export async function putDownload(record: DownloadedBook): Promise<void> {
  if (record.userId !== owner) return
  show([...list.filter(({ book }) => book.id !== record.book.id), record].sort((a, b) => a.addedAt - b.addedAt))
  const records = await database()
  await records.put('downloads', record, [record.userId, record.book.id])
  others?.postMessage('changed')
}

/** Stores what changed of a download. False if it was removed since, by whichever tab, or the person has signed out. */
export async function updateDownload(record: DownloadedBook): Promise<boolean> {
  if (record.userId !== owner) return false
  const key = [record.userId, record.book.id]
  const { store, done } = (await database()).transaction('downloads', 'readwrite')
  const isStored = (await store.get(key))?.addedAt === record.addedAt
  if (isStored) await store.put(record, key)
  await done
  if (!isStored) {
    await read()
    return false
  }
  if (downloadOf(record.book.id)?.addedAt === record.addedAt)
    show(list.map(known => (known.book.id === record.book.id ? record : known)))
  others?.postMessage('changed')
  return true
}

export async function deleteDownload(userId: string, bookId: string): Promise<void> {
  if (userId === owner) show(list.filter(({ book }) => book.id !== bookId))
  const records = await database()
  await records.delete('downloads', [userId, bookId])
  await caches.delete(bookCache(userId, bookId))
  others?.postMessage('changed')
}

/** Deletes what was stored of a book after its download had been removed; not if it is to be downloaded again. */
export async function deleteLateParts(userId: string, bookId: string): Promise<void> {
  const isStored = await (await database()).count('downloads', [userId, bookId])
  if (!isStored) await caches.delete(bookCache(userId, bookId))
}

/** Deletes everything of a person who signs out. */
export async function clearDownloads(userId: string): Promise<void> {
  owner = null
  show(NONE)
  try {
    await (await database()).delete('downloads', IDBKeyRange.bound([userId], [userId, []]))
    others?.postMessage('changed')
  } catch {
    // There is no database, so nothing is in it.
  }
}

async function read(): Promise<void> {
  const userId = owner
  if (userId === null) return
  try {
    const records = await (await database()).getAll('downloads', IDBKeyRange.bound([userId], [userId, []]))
    if (userId === owner) show(records.sort((a, b) => a.addedAt - b.addedAt))
  } catch {
    // The browser forbids it.
  }
}

function show(now: readonly DownloadedBook[]): void {
  list = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { basePath } from '../api/base-path'
import type { DownloadedBook } from './downloads.types'
import type { UnsentEntry } from './unsent.rules'

export interface DeviceSchema extends DBSchema {
  unsent: { key: string[]; value: UnsentEntry }
  downloads: { key: string[]; value: DownloadedBook }
}

let opening: Promise<IDBPDatabase<DeviceSchema>> | null = null

/** This browser's database besides its caches. Rejects if the browser forbids it. */
export function database(): Promise<IDBPDatabase<DeviceSchema>> {
  opening ??= openDB<DeviceSchema>(`octavo${basePath}`, 1, {
    upgrade(db) {
      db.createObjectStore('unsent')
      db.createObjectStore('downloads')
    },
    // Another tab wants to delete or upgrade it.
    blocking: (_now, _wanted, event) => {
      ;(event.target as IDBDatabase | null)?.close()
      opening = null
    },
    terminated: () => {
      opening = null
    },
  })
  opening.catch(() => {
    opening = null
  })
  return opening
}

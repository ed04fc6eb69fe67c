import { getLibraryWatch, type LibraryWatchDto } from '@octavo/contract/watch'
import type { Reader } from '../../../db'
import type { Binder } from '../../../http/bind'
import { timestamp } from '../../../kernel/clock'
import { findLibrary } from '../../catalogue/libraries'
import { isPartial } from '../../people/access'
import { wantsWatch, watchesOf } from './watches.queries'

export interface WatchRouteDeps {
  readonly reader: Reader
  readonly watch: { readonly enabled: boolean; readonly pollMs: number }
}

/** How a library is watched. */
export function watchRoutes(binder: Binder, { reader, watch: { enabled, pollMs } }: WatchRouteDeps): void {
  binder.bind(getLibraryWatch, async ({ viewer, params }): Promise<LibraryWatchDto> => {
    const library = await findLibrary(reader, viewer, params.library_id)
    const off = offReason({ enabled, wanted: wantsWatch(library.scanning_config), scanned: library.last_scanned_at })
    if (off) return { state: 'off', reason: off, folders: [] }
    // The details of a folder reveal its contents.
    const rows = isPartial(viewer) ? [] : await watchesOf(reader, library.pk)
    const folders = rows.map(row => ({
      path: row.root,
      state: row.state as LibraryWatchDto['folders'][number]['state'],
      reason: row.reason as LibraryWatchDto['folders'][number]['reason'],
      detail: row.detail,
      folders: row.folders,
      everySeconds: row.state === 'polling' ? Math.round(pollMs / 1000) : null,
      since: timestamp(row.since),
    }))
    const all = folders.map(({ state }) => state)
    const state = WORST_FIRST.find(one => all.includes(one)) ?? 'starting'
    return { state, reason: null, folders }
  })
}

const WORST_FIRST = ['away', 'starting', 'polling', 'events'] as const

function offReason(library: { enabled: boolean; wanted: boolean; scanned: number | null }): LibraryWatchDto['reason'] {
  if (!library.enabled) return 'setting'
  if (!library.wanted) return 'library'
  return library.scanned === null ? 'not_scanned' : null
}

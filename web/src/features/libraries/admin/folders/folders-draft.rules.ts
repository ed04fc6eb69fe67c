import type { LibraryDto } from '../../../../api/types'
import { crumbsOf } from '../folder.rules'

/** A folder of a library as it is being edited. */
export type FolderDraft = {
  /** For the screen only. */
  readonly key: number
  /** Empty until one is chosen. */
  readonly path: string
  /** Where the library has it by now; null: it is new. */
  readonly was: string | null
  /** Left out when the form is saved. */
  readonly removed: boolean
}
export type FoldersDraft = readonly FolderDraft[]

/** As many as the server takes. */
export const MOST_FOLDERS = 100

/** The folders that a library has; a new one waits for its first. */
export function foldersDraftOf(library: Pick<LibraryDto, 'paths'> | undefined): FoldersDraft {
  const paths = library?.paths ?? ['']
  return paths.map((path, key) => ({ key, path, was: library ? path : null, removed: false }))
}

/** The folders that the library is to have, in their order. */
export function chosenFolders(draft: FoldersDraft): string[] {
  return draft.filter(folder => !folder.removed && folder.path !== '').map(folder => folder.path)
}

export function withPath(draft: FoldersDraft, key: number, path: string): FoldersDraft {
  return draft.map(folder => (folder.key === key ? { ...folder, path } : folder))
}

/** One more, to be chosen. Another that is still to be chosen gives way. */
export function withNew(draft: FoldersDraft): FoldersDraft {
  const key = Math.max(-1, ...draft.map(folder => folder.key)) + 1
  const chosen = draft.filter(folder => folder.path !== '')
  return [...chosen, { key, path: '', was: null, removed: false }]
}

/** A folder that the library has stays on the list, so that it can stay after all; a new one is gone. */
export function without(draft: FoldersDraft, key: number): FoldersDraft {
  return draft.flatMap(folder => {
    if (folder.key !== key) return [folder]
    return folder.was === null ? [] : [{ ...folder, path: folder.was, removed: true }]
  })
}

/** A folder as the library has it. */
export function asItWas(draft: FoldersDraft, key: number): FoldersDraft {
  return draft.map(folder => (folder.key === key ? { ...folder, path: folder.was ?? '', removed: false } : folder))
}

/** A folder one place up or down among those that stay; at the end of the list it stays where it is. */
export function moved(draft: FoldersDraft, key: number, by: 1 | -1): FoldersDraft {
  const staying = draft.filter(folder => !folder.removed)
  const at = staying.findIndex(folder => folder.key === key)
  const own = staying[at]
  const other = staying[at + by]
  if (!own || !other) return draft
  return draft.map(folder => (folder === own ? other : folder === other ? own : folder))
}

/** The folders for a request; none when the library has just these. */
export function foldersChange(library: Pick<LibraryDto, 'paths'>, draft: FoldersDraft): { paths?: string[] } {
  const paths = chosenFolders(draft)
  const same = paths.length === library.paths.length && paths.every((path, index) => path === library.paths[index])
  return same ? {} : { paths }
}

export type Overlap = { readonly how: 'same' | 'inside' | 'around'; readonly path: string }

/** What a folder has in common with one above it on the list; a library's folders do not overlap. */
export function overlapAbove(draft: FoldersDraft, key: number): Overlap | null {
  const own = draft.find(folder => folder.key === key)
  if (!own || own.removed || own.path === '') return null
  for (const other of draft) {
    if (other.key === key) return null
    const how = other.removed || other.path === '' ? null : overlap(own.path, other.path)
    if (how) return { how, path: other.path }
  }
  return null
}

/** The folders that can be looked into together: those that overlap others, and those known to be away, are left out. */
export function previewFolders(draft: FoldersDraft, library: Pick<LibraryDto, 'absences'> | undefined): string[] {
  const away = new Set(library?.absences.filter(absence => absence.path === '').map(absence => absence.folder))
  const able = draft.filter(folder => overlapAbove(draft, folder.key) === null && !away.has(folder.path))
  return chosenFolders(able)
}

/** The folder that a sentence of the server is about: the first it names, or one that overlaps another library's. */
export function folderOfProblem(draft: FoldersDraft, sentence: string, others: readonly string[]): number | null {
  const chosen = draft.filter(folder => !folder.removed && folder.path !== '')
  const [named] = chosen
    .map(folder => ({ folder, at: sentence.indexOf(folder.path) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at || b.folder.path.length - a.folder.path.length)
  if (named) return named.folder.key
  return chosen.find(folder => others.some(other => overlap(folder.path, other)))?.key ?? null
}

/** Where to look for another folder: next to the last. */
export function placeBeside(draft: FoldersDraft): string {
  return crumbsOf(chosenFolders(draft).at(-1) ?? '').at(-2)?.path ?? ''
}

function overlap(folder: string, other: string): Overlap['how'] | null {
  const slash = folder.includes('\\') ? '\\' : '/'
  const [own, its] = [folder, other].map(path => (path.endsWith(slash) ? path : path + slash)) as [string, string]
  if (own === its) return 'same'
  if (own.startsWith(its)) return 'inside'
  return its.startsWith(own) ? 'around' : null
}

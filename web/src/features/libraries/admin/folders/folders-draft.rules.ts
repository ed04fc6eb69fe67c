import type { LibraryDto } from '../../../../api/types'
import { crumbsOf } from '../folder.rules'

/** A library folder in the form. */
export type FolderDraft = {
  /** Key for rendering. */
  readonly key: number
  /** Empty until one is chosen. */
  readonly path: string
  /** Its saved path; null for a new one. */
  readonly was: string | null
  /** Removed when the form is saved. */
  readonly removed: boolean
}
export type FoldersDraft = readonly FolderDraft[]

/** The server's limit. */
export const MOST_FOLDERS = 100

/** The saved folders of a library; a new library starts with an empty one, or with those of an earlier draft. */
export function foldersDraftOf(
  library: Pick<LibraryDto, 'paths'> | undefined,
  typed: readonly string[] = [],
): FoldersDraft {
  const paths = library?.paths ?? (typed.length > 0 ? typed : [''])
  return paths.map((path, key) => ({ key, path, was: library ? path : null, removed: false }))
}

/** The resulting folders of the library, in order. */
export function chosenFolders(draft: FoldersDraft): string[] {
  return draft.filter(folder => !folder.removed && folder.path !== '').map(folder => folder.path)
}

export function withPath(draft: FoldersDraft, key: number, path: string): FoldersDraft {
  return draft.map(folder => (folder.key === key ? { ...folder, path } : folder))
}

/** Adds an empty one. Replaces another that is still empty. */
export function withNew(draft: FoldersDraft): FoldersDraft {
  const key = Math.max(-1, ...draft.map(folder => folder.key)) + 1
  const chosen = draft.filter(folder => folder.path !== '')
  return [...chosen, { key, path: '', was: null, removed: false }]
}

/** A saved folder stays on the list, so that its removal can be undone; a new one is dropped. */
export function without(draft: FoldersDraft, key: number): FoldersDraft {
  return draft.flatMap(folder => {
    if (folder.key !== key) return [folder]
    return folder.was === null ? [] : [{ ...folder, path: folder.was, removed: true }]
  })
}

/** A saved folder. */
export function asItWas(draft: FoldersDraft, key: number): FoldersDraft {
  return draft.map(folder => (folder.key === key ? { ...folder, path: folder.was ?? '', removed: false } : folder))
}

/** Moves a folder one place up or down among the remaining ones; at the end of the list it stays. */
export function moved(draft: FoldersDraft, key: number, by: 1 | -1): FoldersDraft {
  const staying = draft.filter(folder => !folder.removed)
  const at = staying.findIndex(folder => folder.key === key)
  const own = staying[at]
  const other = staying[at + by]
  if (!own || !other) return draft
  return draft.map(folder => (folder === own ? other : folder === other ? own : folder))
}

/** The folders for a request; undefined if nothing changed. */
export function foldersChange(library: Pick<LibraryDto, 'paths'>, draft: FoldersDraft): { paths?: string[] } {
  const paths = chosenFolders(draft)
  const same = paths.length === library.paths.length && paths.every((path, index) => path === library.paths[index])
  return same ? {} : { paths }
}

export type Overlap = { readonly how: 'same' | 'inside' | 'around'; readonly path: string }

/** How a folder overlaps with an earlier one in the list, which is not allowed. */
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

/** Whether the library can have another folder. */
export function hasSpace(draft: FoldersDraft): boolean {
  return draft.filter(folder => !folder.removed).length < MOST_FOLDERS
}

/** The folders that can be previewed together: without overlapping or unreadable ones, and those known to be away. */
export function previewFolders(
  draft: FoldersDraft,
  library: Pick<LibraryDto, 'absences'> | undefined,
  unreadable: ReadonlyMap<string, unknown>,
): string[] {
  const away = new Set(library?.absences.filter(absence => absence.path === '').map(absence => absence.folder))
  const able = draft.filter(
    ({ key, path }) => overlapAbove(draft, key) === null && !away.has(path) && !unreadable.has(path),
  )
  return chosenFolders(able)
}

/** The folder that a server message refers to: the first it names, or one that overlaps another library's. */
export function folderOfProblem(draft: FoldersDraft, sentence: string, others: readonly string[]): number | null {
  const chosen = draft.filter(folder => !folder.removed && folder.path !== '')
  const [named] = chosen
    .map(folder => ({ folder, at: sentence.indexOf(folder.path) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => a.at - b.at || b.folder.path.length - a.folder.path.length)
  if (named) return named.folder.key
  return chosen.find(folder => others.some(other => overlap(folder.path, other)))?.key ?? null
}

/** Where to browse for another folder: next to the last one. */
export function parentOfLastFolder(draft: FoldersDraft): string {
  return crumbsOf(chosenFolders(draft).at(-1) ?? '').at(-2)?.path ?? ''
}

function overlap(folder: string, other: string): Overlap['how'] | null {
  const slash = folder.includes('\\') ? '\\' : '/'
  const [own, its] = [folder, other].map(path => (path.endsWith(slash) ? path : path + slash)) as [string, string]
  if (own === its) return 'same'
  if (own.startsWith(its)) return 'inside'
  return its.startsWith(own) ? 'around' : null
}

import type {
  MergeDuplicatesDto,
  MergeDuplicatesRequest,
  MergePlanDto,
  MergePlanRequest,
} from '@octavo/contract/duplicate-books'
import { MOST_MERGED_GROUPS } from '@octavo/contract/duplicate-books'
import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import type { Logger } from '../../../kernel/log'
import type { Viewer } from '../../../kernel/viewer'
import { requireLibrary } from '../../people/access'
import { deleteOthers, type OtherFile, othersToDelete, problemOf } from '../file-deletion'
import { mergeBooksInto, type RegroupingDeps } from '../regrouping'
import { groupsById, membersOf, pageOfGroups } from './group-books.queries'
import { choose } from './keep.rules'

export interface MergeDeps extends RegroupingDeps {
  /** Whether this server deletes files at all. */
  readonly deletesFiles: boolean
  readonly log: Pick<Logger, 'error'>
}

/** What a rule would do with the next groups. @throws NotFound for the library */
export async function planMerge(
  reader: Reader,
  viewer: Viewer,
  { keep: rule, libraryId, certainty, skip }: MergePlanRequest,
): Promise<MergePlanDto> {
  if (rule === 'library') {
    if (libraryId === undefined)
      throw refused('BadRequest', 'field_missing', 'libraryId: name the library', 'libraryId')
    await requireLibrary(reader, viewer, libraryId)
  }
  const { groups, total } = await pageOfGroups(reader, viewer, { certainty, skip, limit: MOST_MERGED_GROUPS })
  const members = await membersOf(
    reader,
    viewer,
    groups.map(({ pk }) => pk),
  )
  const byGroup = Map.groupBy(members, member => member.duplicate_pk)
  const merges: MergePlanDto['merges'] = []
  const skipped: MergePlanDto['skipped'] = []
  for (const { pk, id: duplicateId } of groups) {
    const books = byGroup.get(pk) ?? []
    const chosen = choose(books, rule, libraryId?.toLowerCase() ?? null)
    if (typeof chosen === 'string') {
      skipped.push({ duplicateId, title: books[0]?.name ?? '', reason: chosen })
      continue
    }
    const { keep, merge } = chosen
    merges.push({
      ...{ duplicateId, bookId: keep.id, bookIds: merge.map(({ id }) => id), title: keep.name, keepPath: keep.path },
      mergePaths: merge.map(({ path }) => path),
      size: merge.reduce((sum, book) => sum + book.file_size, 0),
    })
  }
  return { merges, skipped, total }
}

/**
 * Merges the chosen groups, each by itself.
 * @throws Forbidden, Conflict if files cannot be deleted
 */
export async function mergeDuplicates(
  deps: MergeDeps,
  viewer: Viewer,
  { merges, deleteFiles }: MergeDuplicatesRequest,
): Promise<MergeDuplicatesDto> {
  if (deleteFiles && !viewer.permissions.has('books-delete')) {
    const permission = 'books-delete'
    throw refused('Forbidden', 'permission_missing', `Deleting files needs the permission ${permission}`, {
      permission,
    })
  }
  if (deleteFiles && !deps.deletesFiles) {
    throw refused(
      'Conflict',
      'files_locked',
      'Deleting files is turned off. Set OCTAVO_LIBRARIES_DELETE_FILES=true on the server to allow it.',
    )
  }
  const groups = await groupsById(
    deps.reader,
    merges.map(({ duplicateId }) => duplicateId),
  )
  const results: MergeDuplicatesDto['results'] = []
  for (const merge of merges) {
    const group = groups.get(merge.duplicateId.toLowerCase())
    results.push(await mergeOne(deps, viewer, group?.pk ?? null, merge, deleteFiles))
  }
  return { results }
}

type Chosen = MergeDuplicatesRequest['merges'][number]

async function mergeOne(
  deps: MergeDeps,
  viewer: Viewer,
  groupPk: number | null,
  { duplicateId, bookId, bookIds }: Chosen,
  deleteFiles: boolean,
): Promise<MergeDuplicatesDto['results'][number]> {
  const result = { duplicateId, merged: 0, regroupingIds: [] as string[], deletedFiles: 0, deletedBytes: 0 }
  try {
    const members = groupPk === null ? [] : await membersOf(deps.reader, viewer, [groupPk])
    const ids = new Set(members.map(({ id }) => id))
    if ([bookId, ...bookIds].some(id => !ids.has(id.toLowerCase()))) {
      return { ...result, problem: 'These books are no longer duplicates' }
    }
    // Looked up before the merge hides the books.
    const others: readonly OtherFile[] = deleteFiles ? await othersToDelete(deps, viewer, bookId, bookIds) : []
    const started = await mergeBooksInto(deps, viewer, bookId, bookIds)
    result.regroupingIds = started.map(({ row }) => row.id)
    result.merged = started.length
    // Readers still have the others: their files stay until the task has passed on what is theirs.
    if (others.length > 0 && started.some(({ taskId }) => taskId !== null))
      return { ...result, problem: 'These books have many readers: a task merges them, and their files stay' }
    const { files, size, problem } = await deleteOthers(deps, viewer, others)
    return { ...result, deletedFiles: files, deletedBytes: size, problem }
  } catch (error) {
    // One that fails in another way must not lose the report of the others.
    return { ...result, problem: problemOf(error, deps.log) }
  }
}

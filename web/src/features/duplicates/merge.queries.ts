import { queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { RegroupingDto, RegroupingPreview } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'

/** The remaining book or series, and the merged ones. */
export interface Merge {
  readonly kind: 'books' | 'series'
  readonly targetId: string
  readonly otherIds: readonly string[]
  /** The group of books, if files can be deleted too. */
  readonly duplicateId?: string
}

type What = RegroupingPreview['passesOn'][number]

export const mergePreviewQuery = (merge: Merge) =>
  queryOptions({
    queryKey: ['merge preview', merge],
    queryFn: () => previewOf(merge),
    staleTime: 0,
    gcTime: 0,
  })

async function previewOf({ kind, targetId, otherIds }: Merge): Promise<Pick<RegroupingPreview, 'books' | 'passesOn'>> {
  if (kind === 'books') {
    const body = { bookIds: [...otherIds] }
    return api.post('/api/v1/books/{book_id}/merge/preview', { params: { book_id: targetId }, body })
  }
  const previews = []
  for (const seriesId of otherIds) {
    const params = { series_id: targetId }
    previews.push(await api.post('/api/v1/series/{series_id}/merge/preview', { params, body: { seriesId } }))
  }
  return {
    books: previews.reduce((sum, { books }) => sum + books, 0),
    passesOn: summed(previews.flatMap(({ passesOn }) => passesOn)),
  }
}

function summed(counts: readonly What[]): What[] {
  const sums = new Map<What['what'], What>()
  for (const { what, moved, dropped } of counts) {
    const known = sums.get(what)
    sums.set(what, { what, moved: moved + (known?.moved ?? 0), dropped: dropped + (known?.dropped ?? 0) })
  }
  return [...sums.values()]
}

async function mergeNow({ kind, targetId, otherIds, duplicateId }: Merge, deleteFiles: boolean): Promise<string[]> {
  if (duplicateId !== undefined && deleteFiles) {
    const merges = [{ duplicateId, bookId: targetId, bookIds: [...otherIds] }]
    const { results } = await api.post('/api/v1/duplicates/books/merge', { body: { merges, deleteFiles } })
    if (results[0]?.problem) throw new Error(results[0].problem)
    return []
  }
  if (kind === 'books') {
    const body = { bookIds: [...otherIds] }
    const made = await api.post('/api/v1/books/{book_id}/merge', { params: { book_id: targetId }, body })
    return made.regroupings.map(({ id }) => id)
  }
  return (await mergeSeries(targetId, otherIds)).map(({ id }) => id)
}

/** Merges series one after the other. If one fails, those before it are undone. */
export async function mergeSeries(series_id: string, otherIds: readonly string[]): Promise<RegroupingDto[]> {
  const made: RegroupingDto[] = []
  try {
    for (const seriesId of otherIds) {
      const { regroupings } = await api.post('/api/v1/series/{series_id}/merge', {
        params: { series_id },
        body: { seriesId },
      })
      made.push(...regroupings)
    }
  } catch (error) {
    // What cannot be undone is among the recent merges.
    await undoEach(made.map(({ id }) => id)).catch(() => undefined)
    refresh()
    throw error
  }
  return made
}

export function useMerge(merge: Merge, onDone: () => void) {
  return useMutation({
    mutationFn: (deleteFiles: boolean) => mergeNow(merge, deleteFiles),
    onSuccess: ids => {
      refresh()
      toast({
        message: ta('duplicates.merged'),
        // A deleted file cannot be restored.
        ...(ids.length > 0 && { action: { label: t('action.undo'), run: () => void undo(ids) } }),
      })
      onDone()
    },
  })
}

/** The last merge is undone first. */
export async function undo(ids: readonly string[]): Promise<void> {
  try {
    await undoEach(ids)
    toast({ message: ta('duplicates.undone') })
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
  }
  refresh()
}

async function undoEach(ids: readonly string[]): Promise<void> {
  for (const id of ids.toReversed()) {
    await api.post('/api/v1/regroupings/{regrouping_id}/undo', { params: { regrouping_id: id } })
  }
}

export function refresh(): void {
  for (const queryKey of [
    queryKeys.duplicates,
    queryKeys.regroupings,
    queryKeys.books,
    queryKeys.series,
    queryKeys.libraries,
  ]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}

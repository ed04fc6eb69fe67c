import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateMarkRequest, MarkDto, UpdateMarkRequest } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { tm } from './messages'

/** A mark is shown at once, and taken back with a sentence when the server refuses it. */
async function shown(bookId: string, change: (marks: readonly MarkDto[]) => MarkDto[], send: () => Promise<unknown>) {
  const key = queryKeys.bookMarks(bookId)
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData<MarkDto[]>(key, (marks = []) => change(marks))
  try {
    await send()
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
  }
  await queryClient.invalidateQueries({ queryKey: queryKeys.marks })
}

export function addMark(bookId: string, mark: CreateMarkRequest, progression: number): Promise<void> {
  const now = new Date().toISOString()
  const id = mark.id ?? newMarkId()
  const { createdAt = now, rects = [], ...given } = mark
  const quote = mark.quote ?? mark.locator?.text?.highlight ?? null
  const made: MarkDto = {
    ...{ color: null, note: null, page: null, region: null, locator: null, stale: false, updatedAt: now },
    ...given,
    ...{ id, bookId, progression, quote, rects, createdAt },
  } as MarkDto
  const isLater = (other: MarkDto) => other.progression > progression
  const place = (marks: readonly MarkDto[]) => {
    const at = marks.findIndex(isLater)
    return marks.toSpliced(at === -1 ? marks.length : at, 0, made)
  }
  return shown(bookId, place, () =>
    api.post('/api/v1/books/{book_id}/marks', { params: { book_id: bookId }, body: { ...mark, id } }),
  )
}

export function changeMark({ id, bookId }: MarkDto, change: UpdateMarkRequest): Promise<void> {
  const changed = (marks: readonly MarkDto[]) =>
    marks.map(mark => (mark.id === id ? ({ ...mark, ...change } as MarkDto) : mark))
  return shown(bookId, changed, () => api.patch('/api/v1/marks/{mark_id}', { params: { mark_id: id }, body: change }))
}

/** Says so, and how to take it back: under a new id, because that of a deleted mark cannot be used again. */
export async function removeMark(mark: MarkDto): Promise<void> {
  const { id, bookId, progression } = mark
  await shown(
    bookId,
    marks => marks.filter(each => each.id !== id),
    () => api.delete('/api/v1/marks/{mark_id}', { params: { mark_id: id } }),
  )
  const { kind, color, note, quote, page, region, rects, locator, createdAt } = mark
  const again = { kind, color, note, quote, page, region, rects, locator, createdAt }
  toast({
    message: tm('marks.deleted'),
    undo: { label: t('action.undo'), run: () => void addMark(bookId, again, progression) },
  })
}

/** A UUID; `crypto.randomUUID` needs HTTPS. */
export function newMarkId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

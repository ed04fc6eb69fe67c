import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateMarkRequest, MarkDto, UpdateMarkRequest, UserInfo } from '../../api/types'
import { deliver } from '../../device/deliver'
import { type MarkChange, markOf } from '../../device/unsent.rules'
import { browserTable } from '../../device/unsent-table'
import { t } from '../../messages'
import { toast } from '../../ui/toast'
import { tm } from './messages'

let lastSavedAt = 0

/** A change of a mark is shown at once and stored on this device, which sends it: now, or when the server is back. */
async function change(bookId: string, id: string, now: MarkChange, show: (marks: readonly MarkDto[]) => MarkDto[]) {
  const user = queryClient.getQueryData<UserInfo>(queryKeys.me)
  if (!user || user.seenBy) {
    toast({ message: t('error.readOnly'), tone: 'bad' })
    return
  }
  const key = queryKeys.bookMarks(bookId)
  const cancelled = queryClient.cancelQueries({ queryKey: key })
  lastSavedAt = Math.max(Date.now(), lastSavedAt + 1)
  // Before anything is awaited: the page may be left at once.
  const stored = browserTable.put({ kind: 'mark', userId: user.id, id, bookId, savedAt: lastSavedAt, ...now })
  await cancelled
  queryClient.setQueryData<MarkDto[]>(key, (marks = []) => show(marks))
  await stored
  await deliver(user.id)
}

export function addMark(bookId: string, mark: CreateMarkRequest, progression: number): Promise<void> {
  const id = mark.id ?? newMarkId()
  const made = markOf(bookId, id, mark, progression)
  const isLater = (other: MarkDto) => other.progression > progression
  return change(bookId, id, { action: 'create', mark: { ...mark, id }, progression }, marks => {
    const at = marks.findIndex(isLater)
    return marks.toSpliced(at === -1 ? marks.length : at, 0, made)
  })
}

export function changeMark({ id, bookId }: MarkDto, changed: UpdateMarkRequest): Promise<void> {
  return change(bookId, id, { action: 'change', change: changed }, marks =>
    marks.map(mark => (mark.id === id ? ({ ...mark, ...changed } as MarkDto) : mark)),
  )
}

/** Shows a message with undo: restores it under a new id, because that of a deleted mark cannot be used again. */
export async function removeMark(mark: MarkDto): Promise<void> {
  const { id, bookId, progression } = mark
  await change(bookId, id, { action: 'delete' }, marks => marks.filter(each => each.id !== id))
  const { kind, color, note, quote, page, region, rects, locator, createdAt } = mark
  const again = { kind, color, note, quote, page, region, rects, locator, createdAt }
  toast({
    message: tm('marks.deleted'),
    action: { label: t('action.undo'), run: () => void addMark(bookId, again, progression) },
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

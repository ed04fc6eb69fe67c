import { api } from '../../api/client'
import { t } from '../../messages'
import { toast } from '../../ui/toast'
import { tw } from './messages'
import { freshenWanted, type Wantable } from './wantable'

/** Shows a message with undo. */
export async function setWanted(of: Wantable, wanted: boolean): Promise<void> {
  await setInQueue(of, wanted)
  toast({
    message: tw(wanted ? 'queue.added' : 'queue.removed', { title: of.title }),
    action: { label: t('action.undo'), run: () => void setInQueue(of, !wanted).then(freshenWanted) },
  })
}

export async function setInQueue({ kind, id }: Pick<Wantable, 'kind' | 'id'>, wanted: boolean): Promise<void> {
  if (wanted) {
    await api.post('/api/v1/want-to-read', { body: kind === 'series' ? { seriesId: id } : { bookId: id } })
  } else if (kind === 'series') {
    await api.delete('/api/v1/want-to-read/series/{series_id}', { params: { series_id: id } })
  } else await api.delete('/api/v1/want-to-read/books/{book_id}', { params: { book_id: id } })
}

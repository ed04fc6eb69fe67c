import { chunksOf } from '../../api/chunks'
import { api } from '../../api/client'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { setInQueue } from './change-queue'
import { tw } from './messages'
import { freshenWanted } from './wantable'

/** The server's limit. */
const most = 500

/** Adds many series or books to the queue, and shows a message with undo. */
export async function wantMany(kind: 'series' | 'books', ids: readonly string[]): Promise<void> {
  try {
    const { items } = await api.get('/api/v1/want-to-read')
    const present = new Set(items.map(item => (kind === 'series' ? item.seriesId : item.bookId)))
    const missing = ids.filter(id => !present.has(id))
    for (const few of chunksOf(missing, most)) {
      await api.post('/api/v1/want-to-read/bulk', { body: kind === 'series' ? { seriesIds: few } : { bookIds: few } })
    }
    freshenWanted()
    const message = tw('queue.addedMany', { count: missing.length })
    const run = () => void remove(kind, missing)
    toast(missing.length > 0 ? { message, action: { label: t('action.undo'), run } } : { message })
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
  }
}

async function remove(kind: 'series' | 'books', ids: readonly string[]): Promise<void> {
  const of = kind === 'series' ? 'series' : 'book'
  try {
    for (const few of chunksOf(ids, 4)) await Promise.all(few.map(id => setInQueue({ kind: of, id }, false)))
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
  } finally {
    freshenWanted()
  }
}

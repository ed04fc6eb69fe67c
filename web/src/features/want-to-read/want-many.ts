import { queryOptions } from '@tanstack/react-query'
import { chunksOf } from '../../api/chunks'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { setInQueue } from './change-queue'
import { tw } from './messages'
import { freshenWanted } from './wantable'

/** The server's limit. */
const most = 500

type Kind = 'series' | 'books'

/** Ids of everything in the queue. */
export const wantedIdsQuery = (kind: Kind) =>
  queryOptions({
    queryKey: [...queryKeys.wantToRead, 'ids', kind] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => {
      const { items } = await api.get('/api/v1/want-to-read', { signal })
      return new Set(items.flatMap(({ seriesId, bookId }) => (kind === 'series' ? seriesId : bookId) ?? []))
    },
  })

/** Adds many series or books to the queue, and shows a message with undo. */
export async function wantMany(kind: Kind, ids: readonly string[]): Promise<void> {
  try {
    const query = wantedIdsQuery(kind)
    // An answer on its way may be older than what another device has added.
    await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
    const present = await queryClient.fetchQuery({ ...query, staleTime: 0 })
    const missing = ids.filter(id => !present.has(id))
    await add(kind, missing)
    freshenWanted()
    const run = () => void remove(kind, missing)
    if (missing.length === 0) toast({ message: tw('queue.already') })
    else {
      toast({
        message: tw('queue.addedMany', { count: missing.length }),
        action: { label: t('action.undo'), run },
      })
    }
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
  }
}

/** Removes many from the queue, and shows a message with undo. */
export async function wantNoMore(kind: Kind, ids: readonly string[]): Promise<void> {
  if (!(await remove(kind, ids))) return
  const run = () =>
    void add(kind, ids)
      .catch((error: unknown) => toast({ message: errorSentence(error), tone: 'bad' }))
      .then(freshenWanted)
  toast({ message: tw('queue.removedMany', { count: ids.length }), action: { label: t('action.undo'), run } })
}

async function add(kind: Kind, ids: readonly string[]): Promise<void> {
  for (const few of chunksOf(ids, most)) {
    await api.post('/api/v1/want-to-read/bulk', { body: kind === 'series' ? { seriesIds: few } : { bookIds: few } })
  }
}

/** Returns whether it succeeded. */
async function remove(kind: Kind, ids: readonly string[]): Promise<boolean> {
  const of = kind === 'series' ? 'series' : 'book'
  try {
    for (const few of chunksOf(ids, 4)) await Promise.all(few.map(id => setInQueue({ kind: of, id }, false)))
    return true
  } catch (error) {
    toast({ message: errorSentence(error), tone: 'bad' })
    return false
  } finally {
    freshenWanted()
  }
}

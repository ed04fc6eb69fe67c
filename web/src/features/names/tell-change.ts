import type { FacetNameChangeDto } from '@octavo/contract/facet-change'
import { queryClient } from '../../api/query-client'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { tn } from './messages'
import { type NameAt, nameChangesQuery, undoChange } from './names.queries'

/** Says that a name was merged or renamed just now, with an undo. Later it can be undone from its changes. */
export async function tellChange(at: NameAt, action: FacetNameChangeDto['action'], message: string): Promise<void> {
  const [latest] = await queryClient.fetchQuery(nameChangesQuery(at)).catch(() => [])
  const isIt = latest?.action === action && !latest.undoneAt
  const run = async (id: string) => {
    try {
      const { taskId } = await undoChange(at, id)
      toast({ message: tn(taskId ? 'names.undoingLater' : 'names.undoDone') })
    } catch (error) {
      toast({ message: errorSentence(error), tone: 'bad' })
    }
  }
  toast({ message, ...(isIt && { action: { label: t('action.undo'), run: () => void run(latest.id) } }) })
}

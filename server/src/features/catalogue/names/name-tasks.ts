import { FACET_KINDS } from '@octavo/contract/facet'
import { z } from 'zod'
import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { applyName } from './apply-names'
import { undoMerge } from './undo-steps'

const Payload = z.object({
  kind: z.enum(FACET_KINDS),
  facetId: z.string(),
  removes: z.boolean(),
  undoes: z.number().optional(),
  formerly: z.string().optional(),
})

/** Applies a changed name to its books and series. */
export function nameTask(kind: string, facetId: string, removes: boolean, formerly?: string): TaskDraft {
  const payload = { kind, facetId, removes, ...(formerly !== undefined && { formerly }) }
  return { type: 'apply_name', payload, priority: 460 }
}

/** Restores the names of books and series from before a merge. */
export function undoTask(kind: string, facetId: string, changePk: number): TaskDraft {
  return { type: 'apply_name', payload: { kind, facetId, removes: false, undoes: changePk }, priority: 460 }
}

/** Handlers of tasks about names. */
export function nameHandlers({
  connection,
  now,
}: {
  readonly connection: Connection
  readonly now: Clock
}): TaskHandlers {
  return {
    apply_name: {
      async run(context) {
        const { kind, facetId, removes, undoes, formerly } = Payload.parse(context.task.payload)
        const work = taskWork(connection, context)
        const steps: Parameters<typeof applyName>[0] = step => {
          context.signal.throwIfAborted()
          work.progress.current++
          return work.write(step)
        }
        if (undoes !== undefined) {
          await undoMerge(steps, { kind, id: facetId }, { changePk: undoes, now })
          return { kind, facet_id: facetId, undone: true }
        }
        await applyName(steps, { kind, id: facetId }, { removes, formerly, now })
        return { kind, facet_id: facetId, removed: removes }
      },
    },
  }
}

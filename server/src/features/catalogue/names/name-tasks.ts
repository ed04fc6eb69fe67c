import { FACET_KINDS } from '@octavo/contract/facet'
import { z } from 'zod'
import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { applyName } from './apply-names'

const Payload = z.object({ kind: z.enum(FACET_KINDS), facetId: z.string(), removes: z.boolean() })

/** Applies a changed name to its books and series. */
export function nameTask(kind: string, facetId: string, removes: boolean): TaskDraft {
  return { type: 'apply_name', payload: { kind, facetId, removes }, priority: 460 }
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
        const { kind, facetId, removes } = Payload.parse(context.task.payload)
        const work = taskWork(connection, context)
        const steps: Parameters<typeof applyName>[0] = step => {
          context.signal.throwIfAborted()
          work.progress.current++
          return work.write(step)
        }
        await applyName(steps, { kind, id: facetId }, { removes, now })
        return { kind, facet_id: facetId, removed: removes }
      },
    },
  }
}

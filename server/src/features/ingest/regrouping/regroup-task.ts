import { z } from 'zod'
import type { Connection } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { TaskDraft, TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { type NamingDeps, nameEditionsOrWait } from '../../catalogue/editing'
import { regroupingByKey } from './regroupings.store'
import { runRegrouping } from './run'

const Payload = z.object({ pk: z.number(), undoes: z.boolean() })

export function regroupTask(pk: number, undoes: boolean): TaskDraft {
  return { type: 'regroup_series', payload: { pk, undoes }, priority: 460 }
}

/** The task that merges, splits and moves large numbers of books. */
export function regroupingHandlers(deps: {
  readonly connection: Connection
  readonly pool: NamingDeps['pool']
  readonly now: Clock
}): TaskHandlers {
  return {
    regroup_series: {
      async run(context) {
        const { pk, undoes } = Payload.parse(context.task.payload)
        const work = taskWork(deps.connection, context)
        await runRegrouping(
          step => {
            context.signal.throwIfAborted()
            work.progress.current++
            return work.write(step)
          },
          pk,
          deps.now,
        )
        const { reader } = deps.connection
        const row = await work.write(tx => regroupingByKey(tx, pk))
        const problem = row && (await nameEditionsOrWait({ ...deps, reader }, work.write, row.library_pk))
        if (problem) work.note('warn', problem)
        return { undone: undoes }
      },
    },
  }
}

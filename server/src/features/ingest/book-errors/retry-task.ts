import type { TaskHandlers } from '../../../platform/queue.types'
import { taskWork } from '../../../platform/task-work'
import { makeCovers } from '../../catalogue/covers'
import { type AnalysisDeps, readAgain } from '../analysis'
import { coversToRetry, filesToRetry, RETRY_TASK, RetryPayload } from './retry.rules'

/** The task that retries all errors. */
export function retryHandlers(deps: AnalysisDeps): TaskHandlers {
  return {
    [RETRY_TASK]: {
      weight: 'heavy',
      async run(context) {
        const payload = RetryPayload.parse(context.task.payload)
        const work = taskWork(deps.connection, context)
        const files = await filesToRetry(payload, scope => readAgain(deps, work, scope), null)
        const covers = await coversToRetry(payload, scope => makeCovers(deps, work, scope, true), null)
        return {
          books_analyzed: files?.books_analyzed ?? 0,
          books_in_trouble: (files?.books_in_trouble ?? 0) + (covers?.failed ?? 0),
          covers_made: covers?.made ?? 0,
        }
      },
    },
  }
}

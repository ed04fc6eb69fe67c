import { getTaskStats } from '@octavo/contract/task'
import type { Reader } from '../../db'
import type { Binder } from '../../http/bind'
import { taskStats } from './tasks.queries'

/** What the task queue has to do, and has done. */
export function taskRoutes(binder: Binder, { reader }: { readonly reader: Reader }): void {
  binder.bind(getTaskStats, () => taskStats(reader))
}

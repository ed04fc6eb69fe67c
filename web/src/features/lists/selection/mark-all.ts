import { api } from '../../../api/client'
import type { ListKind } from '../question/question'

const atOnce = 4

/** Marks books, or all books of series, one request each; answers how many could not be. */
export async function markAll(kind: ListKind, ids: readonly string[], mark: 'read' | 'unread'): Promise<number> {
  let failed = 0
  const waiting = [...ids]
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await api.post(`/${kind}/${id}/${mark}`).catch(() => {
        failed++
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

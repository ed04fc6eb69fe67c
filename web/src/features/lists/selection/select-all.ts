import { queryClient } from '../../../api/query-client'
import { type List, pageQuery, pageSize } from '../list.queries'

/** Maximum selected at once. A bulk edit can also take everything in the list. */
export const MOST_SELECTED = 500

/** The ids of the first items of a list. */
export async function firstIds(list: List): Promise<string[]> {
  const pages = Array.from({ length: MOST_SELECTED / pageSize }, (_, index) => index + 1)
  const ids: string[] = []
  for (const page of pages) {
    const { data, totalPages } = await queryClient.fetchQuery(pageQuery(list, page))
    ids.push(...data.map(({ id }) => id))
    if (page >= totalPages) break
  }
  return ids
}

import type { Reader } from '../../../db'
import { refused } from '../../../kernel/app-error'
import { fold } from '../../../kernel/text'
import type { Viewer } from '../../../kernel/viewer'
import { prepareSharing, type TagDeps } from './change-tags'

export { changed, type TagDeps } from './change-tags'
export { tagsOfSeries } from './sharing-tags.queries'

/** The names of all sharing tags. */
export async function tagNames({ query }: Reader): Promise<string[]> {
  const rows = await query.selectFrom('sharing_tags').select('name').orderBy('name_key').execute()
  return rows.map(({ name }) => name)
}

/**
 * Gives a series the sharing tags of these names and no others, in a transaction of the caller, who calls `changed` after
 * the commit. @throws NotFound; BadRequest, in the transaction, for a name of no tag
 */
export function prepareSharingByNames(deps: TagDeps, viewer: Viewer, seriesId: string, names: readonly string[]) {
  return prepareSharing(deps, viewer, seriesId, async tx => {
    if (names.length === 0) return []
    const wanted = [...new Set(names.map(name => fold(name.trim())))]
    const rows = await tx.query
      .selectFrom('sharing_tags')
      .select(['pk', 'name_key'])
      .where('name_key', 'in', wanted)
      .execute()
    const missing = wanted.find(key => !rows.some(row => row.name_key === key))
    if (missing) throw refused('BadRequest', 'tag_gone', `There is no sharing tag ${missing}`)
    return rows.map(({ pk }) => pk)
  })
}

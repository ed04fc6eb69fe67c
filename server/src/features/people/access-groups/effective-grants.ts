import type { EffectiveGrantsResponse, GrantSourceDto } from '@octavo/contract/access-group'
import type { Reader } from '../../../db'
import { grantSources } from './effective-grants.queries'

/** The combined effect of sharing tags for a user, denials first, each with its source. */
export async function effectiveGrants(
  reader: Reader,
  user: { readonly pk: number; readonly id: string },
): Promise<EffectiveGrantsResponse> {
  const rows = await grantSources(reader, user.pk)
  const grants = [...Map.groupBy(rows, row => `${row.tag_id} ${row.mode}`).values()].flatMap(of => {
    const [first] = of
    if (!first) return []
    return {
      sharingTagId: first.tag_id,
      sharingTagName: first.name,
      accessMode: first.mode === 'allow' ? ('allow' as const) : ('deny' as const),
      sources: of.map(
        ({ group_id, group_name }): GrantSourceDto =>
          group_id === null ? { kind: 'user' } : { kind: 'group', groupId: group_id, groupName: group_name },
      ),
    }
  })
  return { userId: user.id, grants }
}

import type { Reader } from '../../../db'
import type { Viewer } from '../../../kernel/viewer'
import { userAccess } from '../../people/users'
import type { CuratedListRow } from './curated-list-row'

/** Owners of lists, with current visibility. */
export async function ownersByIds(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Viewer>> {
  const accounts = await userAccess.accountsByIds(reader, ids)
  return new Map(
    accounts.map(({ pk: userPk, id, role, permissions, visibility }) => [
      id,
      { userPk, userId: id, role, permissions: new Set(permissions), visibility },
    ]),
  )
}

/** Undefined for a list without an owner. */
export async function ownerOf(
  reader: Reader,
  { owner_pk }: Pick<CuratedListRow, 'owner_pk'>,
): Promise<Viewer | undefined> {
  if (owner_pk === null) return undefined
  const user = await reader.query.selectFrom('users').select('id').where('pk', '=', owner_pk).executeTakeFirst()
  return user && (await ownersByIds(reader, [user.id])).get(user.id)
}

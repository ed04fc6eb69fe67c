import type { Tx } from '../../../db'
import { notFound } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { recordAct } from '../../../platform/audit-log'
import { userAccess } from '../users'
import { deleteAvatar, setAvatar } from './avatars.store'

interface Change {
  /** Null deletes the picture. */
  readonly made: { readonly bytes: Uint8Array; readonly version: string } | null
  readonly now: number
  /** When the picture was chosen, if earlier. */
  readonly chosenAt?: number
}

/** Sets or deletes a user's picture, and records who did it. The caller notifies the other processes. */
export async function saveAvatar(
  tx: Tx,
  by: Pick<Viewer, 'userPk'>,
  userPk: number,
  { made, now, chosenAt = now }: Change,
): Promise<void> {
  const user = await tx.query.selectFrom('users').select(['id', 'username']).where('pk', '=', userPk).executeTakeFirst()
  if (!user) throw notFound('User')
  if (made) await setAvatar(tx, userPk, made.bytes, chosenAt)
  else await deleteAvatar(tx, userPk)
  await userAccess.changeUser(tx, userPk, { avatar: made?.version ?? null }, now)
  const subject = { kind: 'user', id: user.id, name: user.username } as const
  await recordAct(tx, by, 'user_changed', subject, { now, details: { avatar: made !== null } })
}

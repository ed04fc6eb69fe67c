import * as contract from '@octavo/contract/avatar'
import type { Reader, Write } from '../../../db'
import type { Binder } from '../../../http/bind'
import { bytesAnswer } from '../../../http/bytes-answer'
import { matchesEtag, notModified } from '../../../http/etag'
import { uploadedFile } from '../../../http/upload'
import { notFound } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import { type Account, type AccountCache, userAccess } from '../users'
import { storedAvatar } from './avatars.store'
import { type AvatarMaker, makeAvatar } from './make-avatar'
import { saveAvatar } from './save-avatar'

export interface AvatarDeps extends AvatarMaker {
  readonly reader: Reader
  readonly write: Write
  readonly now: Clock
  readonly accounts: AccountCache
  /** Notifies the other processes that accounts have changed. */
  readonly announce: () => void
}

/** Profile pictures. */
export function avatarRoutes(binder: Binder, deps: AvatarDeps): void {
  const { reader, write, now, accounts, announce } = deps

  async function change(
    viewer: Viewer,
    user: Pick<Account, 'pk' | 'id'>,
    made: Awaited<ReturnType<typeof makeAvatar>> | null,
  ): Promise<void> {
    await write(tx => saveAvatar(tx, viewer, user.pk, { made, now: now() }))
    accounts.forget(user.id)
    announce()
  }
  const own = ({ userPk, userId }: Viewer) => ({ pk: userPk, id: userId })

  binder.bind(contract.uploadAvatar, async ({ viewer, request }) => {
    const file = await uploadedFile(request, ['file'], LIMITS.covers.uploadBytes)
    const made = await makeAvatar(deps, await file.bytes())
    await change(viewer, own(viewer), made)
    return { avatar: made.version }
  })

  binder.bind(contract.deleteAvatar, async ({ viewer }) => {
    await change(viewer, own(viewer), null)
    return null
  })

  binder.bind(contract.deleteUserAvatar, async ({ viewer, params }) => {
    const account = await accounts.get(params.user_id.toLowerCase())
    if (!account) throw notFound('User')
    await userAccess.requireMayManage(reader, viewer, account)
    await change(viewer, account, null)
    return null
  })

  binder.bind(contract.getUserAvatar, async ({ viewer, params, query, request }) => {
    const account = await accounts.get(params.user_id.toLowerCase())
    if (!account?.avatar || !seesAvatar(viewer, account)) throw notFound('Picture')
    const headers = {
      'Content-Type': 'image/jpeg',
      'Cache-Control':
        query.v === account.avatar ? 'private, max-age=31536000, immutable' : 'private, max-age=60, must-revalidate',
      ETag: `"${account.avatar}"`,
    }
    if (matchesEtag(request, headers.ETag)) return notModified(headers)
    const stored = await storedAvatar(reader, account.pk)
    if (!stored) throw notFound('Picture')
    return bytesAnswer(Buffer.from(stored.picture, 'base64'), headers)
  })
}

function seesAvatar(viewer: Viewer, account: Account): boolean {
  return account.pk === viewer.userPk || account.guardian?.pk === viewer.userPk || viewer.permissions.has('users-read')
}

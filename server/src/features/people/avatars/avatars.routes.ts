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
import { recordAct } from '../../../platform/audit-log'
import { type Account, type AccountCache, userAccess } from '../users'
import { avatarOf, deleteAvatar, setAvatar } from './avatars.store'
import { type AvatarMaker, makeAvatar } from './make-avatar'

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

  async function change(viewer: Viewer, made: Awaited<ReturnType<typeof makeAvatar>> | null): Promise<void> {
    const account = await accounts.get(viewer.userId)
    if (!account) throw notFound('User')
    await write(async tx => {
      if (made) await setAvatar(tx, viewer.userPk, made.bytes, now())
      else await deleteAvatar(tx, viewer.userPk)
      await userAccess.changeUser(tx, viewer.userPk, { avatar: made?.version ?? null }, now())
      const subject = { kind: 'user', id: account.id, name: account.username } as const
      await recordAct(tx, viewer, 'user_changed', subject, { now: now(), details: { avatar: made !== null } })
    })
    accounts.forget(viewer.userId)
    announce()
  }

  binder.bind(contract.uploadAvatar, async ({ viewer, request }) => {
    const file = await uploadedFile(request, ['file'], LIMITS.covers.uploadBytes)
    const made = await makeAvatar(deps, await file.bytes())
    await change(viewer, made)
    return { avatar: made.version }
  })

  binder.bind(contract.deleteAvatar, async ({ viewer }) => {
    await change(viewer, null)
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
    const picture = await avatarOf(reader, account.pk)
    if (!picture) throw notFound('Picture')
    return bytesAnswer(picture, headers)
  })
}

function seesAvatar(viewer: Viewer, account: Account): boolean {
  return account.pk === viewer.userPk || account.guardian?.pk === viewer.userPk || viewer.permissions.has('users-read')
}

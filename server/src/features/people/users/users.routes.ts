import * as contract from '@octavo/contract/user'
import type { Binder } from '../../../http/bind'
import { envelope } from '../../../http/envelope'
import type { Peer } from '../../../http/identity'
import { refused } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { Account } from './account'
import { createUser, deleteUser, type ManageDeps, updateUser } from './manage-users'
import { detailsOfUser, requireAccount, usersPage } from './user-list.queries'
import { accountById } from './users.queries'
import { userDetail, userView } from './users.view'

/** Changes an account, for other protocols; a response after too many wrong passwords. */
export type ChangeUser = (
  viewer: Viewer,
  id: string,
  change: Parameters<typeof updateUser>[3],
  peer: Peer,
) => Promise<Account | Response>

/** What other protocols do with users. */
interface UserActs {
  readonly change: ChangeUser
  /** The first accounts by name. For those who may read all of them. */
  readonly list: (limit: number) => Promise<readonly Account[]>
}

/** Users, and the signed-in account. */
export function userRoutes(binder: Binder, deps: ManageDeps): UserActs {
  const { reader } = deps
  const detail = async (account: Account) => userDetail(account, await detailsOfUser(reader, account.pk))

  binder.bind(contract.getCurrentUser, async ({ viewer }) => {
    const account = await accountById(reader, viewer.userId)
    if (!account) throw refused('Unauthorized', 'account_gone', 'Your account no longer exists')
    return detail(account)
  })

  binder.bind(contract.updateCurrentUser, async ({ viewer, body, peer }) => {
    const account = await requireAccount(reader, viewer.userId)
    if (account.guardian) throw refused('Forbidden', 'child_profile', 'A child profile cannot do this')
    const changed = await updateUser(deps, viewer, viewer.userId, body, peer)
    return changed instanceof Response ? changed : detail(changed)
  })

  binder.bind(contract.listUsers, async ({ query: { page, pageSize, isActive, ...filters }, url }) => {
    const offset = Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
    const active = isActive === undefined ? {} : { isActive: isActive === 'true' }
    const { accounts, total } = await usersPage(reader, { ...filters, ...active }, { limit: pageSize, offset })
    return envelope(url, page, pageSize, total, accounts.map(userView))
  })

  binder.bind(contract.createUser, async ({ viewer, body }) => userView(await createUser(deps, viewer, body)))

  binder.bind(contract.getUser, async ({ params }) => detail(await requireAccount(reader, params.user_id)))

  binder.bind(contract.updateUser, async ({ viewer, params, body, peer }) => {
    const changed = await updateUser(deps, viewer, params.user_id, body, peer)
    return changed instanceof Response ? changed : userView(changed)
  })

  binder.bind(contract.deleteUser, async ({ viewer, params }) => {
    await deleteUser(deps, viewer, params.user_id)
    return null
  })
  return {
    change: (viewer, id, change, peer) => updateUser(deps, viewer, id, change, peer),
    list: async limit => (await usersPage(reader, {}, { limit, offset: 0 })).accounts,
  }
}

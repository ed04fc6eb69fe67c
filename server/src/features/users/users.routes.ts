import { getCurrentUser } from '@octavo/contract/user'
import type { Reader } from '../../db'
import type { Binder } from '../../http/bind'
import { AppError } from '../../kernel/app-error'
import { accountById } from './users.queries'
import { userDetail } from './users.view'

export function userRoutes(binder: Binder, { reader }: { readonly reader: Reader }): void {
  binder.bind(getCurrentUser, async ({ viewer }) => {
    const account = await accountById(reader, viewer.userId)
    if (!account) throw new AppError('Unauthorized', 'Your account is gone')
    return userDetail(account)
  })
}

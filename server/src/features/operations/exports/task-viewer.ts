import type { Reader } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import { userAccess } from '../../people/users'

/**
 * The user of a task with current access, limited to the permissions of the request. Read again for each page of rows, so
 * that revoked permissions take effect at once.
 * @throws Forbidden for an account that can no longer sign in
 */
export async function taskViewer(reader: Reader, userId: string, allowed: readonly string[]): Promise<Viewer> {
  const [account] = await userAccess.accountsByIds(reader, [userId])
  if (!account?.isActive) throw new AppError('Forbidden', 'This account is deactivated')
  const { pk: userPk, id, role, visibility } = account
  const permissions = new Set([...account.permissions].filter(permission => allowed.includes(permission)))
  return { userPk, userId: id, role, permissions, visibility }
}

import { AppError } from '../../../kernel/app-error'
import type { Viewer } from '../../../kernel/viewer'
import type { AccountCache } from '../../people/users'

/** Refresh interval: revoked permissions take effect within it. */
const FRESH_MS = 1_000

/** The user of a task, refreshed every second. */
export function createTaskViewer(
  accounts: AccountCache,
  userId: string,
  allowed: readonly string[],
): () => Promise<Viewer> {
  let known: { readonly viewer: Viewer; readonly at: number } | null = null
  return async () => {
    if (known && performance.now() - known.at < FRESH_MS) return known.viewer
    known = { viewer: await taskViewer(accounts, userId, allowed), at: performance.now() }
    return known.viewer
  }
}

/**
 * The user of a task with current access, limited to the permissions of the request.
 * @throws Forbidden for an account that can no longer sign in
 */
async function taskViewer(accounts: AccountCache, userId: string, allowed: readonly string[]): Promise<Viewer> {
  const [account] = await accounts.now([userId])
  if (!account?.isActive) throw new AppError('Forbidden', 'This account is deactivated')
  const { pk: userPk, id, role, visibility } = account
  const permissions = new Set([...account.permissions].filter(permission => allowed.includes(permission)))
  return { userPk, userId: id, role, permissions, visibility }
}

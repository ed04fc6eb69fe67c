import type { Permission } from '@octavo/contract/access'
import type { Connection, Reader } from '../../../db'
import { requirePermission } from '../../../http/bind'
import { AppError } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import type { Viewer } from '../../../kernel/viewer'
import type { TaskWork } from '../../../platform/task-work'
import type { ParserPool } from '../../../workers/pool.types'
import { userAccess } from '../../people/users'
import type { BulkEditRow } from './bulk-edits.store'
import type { Kind } from './selection'

export interface BulkEditDeps {
  readonly connection: Connection
  readonly pool: Pick<ParserPool, 'names'>
  readonly now: Clock
}

/** A bulk edit in progress. */
export interface Run extends BulkEditDeps {
  readonly work: TaskWork
  readonly edit: BulkEditRow
  readonly kind: Kind
  /** It was begun by a process that was killed. */
  readonly isResumed: boolean
  /** The editor with current access and permissions: loaded before each transaction. */
  viewer(right: Permission): Promise<Viewer>
}

/** @throws Forbidden if the person has lost the permission */
export async function viewerNow(reader: Reader, userId: string, right: Permission): Promise<Viewer> {
  const [account] = await userAccess.accountsByIds(reader, [userId])
  if (!account?.isActive) throw new AppError('Forbidden', 'This account is deactivated')
  const { pk: userPk, id, role, permissions, visibility } = account
  const viewer = { userPk, userId: id, role, permissions, visibility }
  requirePermission(viewer, right)
  return viewer
}

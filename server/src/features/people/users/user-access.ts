import { limits } from '../access'

export const requireSight = limits.requireSight
export { followRole } from './follow-role'
export { deleteUser, limitsOf, type ManageDeps, refusingTaken } from './manage-users'
export { requireMayManage } from './may-manage'
export { changeUser } from './people.store'
export { maySeeAs } from './see-as.rules'
export { createSeen } from './seen'
/** The current accounts of many users, in one query. */
export { accountsByIds } from './users.queries'

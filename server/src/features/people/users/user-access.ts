import { limits } from '../access'

export const requireSight = limits.requireSight
export { followRole } from './follow-role'
export { limitsOf } from './manage-users'
export { requireMayManage } from './may-manage'
export { maySeeAs } from './see-as.rules'
export { createSeen } from './seen'

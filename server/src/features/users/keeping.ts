export { followRole } from './follow-role'
export { limitsOf } from './manage-users'
export { createSeen } from './seen'

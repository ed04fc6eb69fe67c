export { followRole } from './follow-role'
export { limitsOf } from './manage-users'
export { maySeeAs } from './see-as.rules'
export { createSeen } from './seen'

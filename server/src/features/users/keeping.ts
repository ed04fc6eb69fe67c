export { limitsOf } from './manage-users'
export { createSeen } from './seen'

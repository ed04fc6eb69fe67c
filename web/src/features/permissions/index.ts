/** The messages of permissions; pages that show some load them first. */
export { tm } from './messages'
/** Switches for permissions, grouped. */
export { PermissionChoice } from './permission-choice'
/** Permissions by subject. */
export { permissionGroups } from './permission-groups'
/** Plain names of permissions. */
export { PermissionNames, permissionName } from './permission-names'

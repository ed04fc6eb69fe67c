/** The messages of permissions; a page that shows some loads them first. */
export { loadPermissionMessages, tm } from './messages'
/** Switches for permissions, grouped. */
export { PermissionChoice } from './permission-choice'
/** Permissions by what they are about. */
export { forReading, permissionGroups } from './permission-groups'
/** Plain names of permissions. */
export { PermissionNames, permissionName } from './permission-names'

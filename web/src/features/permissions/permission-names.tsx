import { tm } from './messages'
import { isPermission } from './permission-groups'
import classes from './permissions.module.css'

/** The name of a permission; a newer server may have some without a name here. */
export function permissionName(permission: string): string {
  return isPermission(permission) ? tm(`permission.${permission}`) : permission
}

/** Permissions as a list of names and descriptions. */
export function PermissionNames({ label, permissions }: { readonly label: string; readonly permissions: string[] }) {
  return (
    <ul className={classes.names} aria-label={label}>
      {permissions.map(permission => (
        <li key={permission}>
          <strong>{permissionName(permission)}</strong>
          {isPermission(permission) && <span>{tm(`permission.${permission}.about`)}</span>}
        </li>
      ))}
    </ul>
  )
}

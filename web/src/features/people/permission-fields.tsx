import { type Permission, ROLE_PERMISSIONS, type Role } from '@octavo/contract/access'
import { QuietSelect } from '../../ui/quiet-select'
import { permissionGroups, tm } from '../permissions'
import { tp } from './messages'
import classes from './people.module.css'

type Props = {
  readonly role: Role
  readonly granted: readonly string[]
  readonly denied: readonly string[]
  readonly onChange: (change: { readonly granted: string[]; readonly denied: string[] }) => void
}

/** Permissions of the role, with additional and denied ones of this person. */
export function PermissionFields({ role, granted, denied, onChange }: Props) {
  const set = (permission: Permission, value: string) =>
    onChange({
      granted: [...granted.filter(each => each !== permission), ...(value === 'granted' ? [permission] : [])],
      denied: [...denied.filter(each => each !== permission), ...(value === 'denied' ? [permission] : [])],
    })
  return (
    <details className={classes.permissions}>
      <summary>
        {tp('people.permissions')}
        {granted.length + denied.length > 0 && ` (${granted.length + denied.length})`}
      </summary>
      <p className={classes.hint}>{tp('people.permissionsHint')}</p>
      {permissionGroups.map(([group, permissions]) => (
        <section key={group} className={classes.permissionGroup} aria-label={tm(`permissions.group.${group}`)}>
          <h3 className={classes.groupName}>{tm(`permissions.group.${group}`)}</h3>
          {permissions.map(permission => {
            const ofRole = ROLE_PERMISSIONS[role].includes(permission)
            const name = tm(`permission.${permission}`)
            return (
              <div key={permission} className={classes.choice}>
                <span className={classes.permission}>
                  <span>{name}</span>
                  <span className={classes.hint}>{tm(`permission.${permission}.about`)}</span>
                </span>
                <QuietSelect
                  label={name}
                  value={denied.includes(permission) ? 'denied' : granted.includes(permission) ? 'granted' : ''}
                  choices={[
                    { value: '', label: tp(ofRole ? 'people.asRoleYes' : 'people.asRoleNo') },
                    { value: 'granted', label: tp('people.granted') },
                    { value: 'denied', label: tp('people.denied') },
                  ]}
                  onChange={value => set(permission, value)}
                />
              </div>
            )
          })}
        </section>
      ))}
    </details>
  )
}

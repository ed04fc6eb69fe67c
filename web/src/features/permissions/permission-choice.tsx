import type { Permission } from '@octavo/contract/access'
import { useId } from 'react'
import { Toggle } from '../../ui/toggle'
import { tm } from './messages'
import { permissionGroups } from './permission-groups'
import classes from './permissions.module.css'

type Props = {
  /** Grantable ones: nobody grants what they do not have. */
  readonly offered: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (change: (now: readonly string[]) => Permission[]) => void
}

/** Switches for permissions, grouped by subject. */
export function PermissionChoice({ offered, chosen, onChange }: Props) {
  const id = useId()
  const all = permissionGroups.flatMap(([, permissions]) => permissions)
  const set = (permission: Permission, on: boolean) =>
    onChange(now => all.filter(each => (each === permission ? on : now.includes(each))))
  return (
    <div className={classes.groups}>
      {permissionGroups.map(([group, permissions]) => {
        const shown = permissions.filter(permission => offered.includes(permission))
        return (
          shown.length > 0 && (
            <section key={group} className={classes.group} aria-labelledby={`${id}-${group}`}>
              <h3 id={`${id}-${group}`} className={classes.title}>
                {tm(`permissions.group.${group}`)}
              </h3>
              {shown.map(permission => (
                <Toggle
                  key={permission}
                  label={tm(`permission.${permission}`)}
                  hint={tm(`permission.${permission}.about`)}
                  on={chosen.includes(permission)}
                  onChange={on => set(permission, on)}
                />
              ))}
            </section>
          )
        )
      })}
    </div>
  )
}

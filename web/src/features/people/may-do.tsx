import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { EffectiveAccessDto, UserDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { permissionGroups, permissionName, tm } from '../permissions'
import classes from './may-do.module.css'
import { tp } from './messages'
import { effectiveAccessQuery } from './people.queries'

type Permission = EffectiveAccessDto['permissions'][number]

/** A user's permissions one by one, and why each is granted or not. */
export function MayDo({ user, onClose }: { readonly user: UserDto; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(effectiveAccessQuery(user.id, undefined))
  const id = useId()
  const held = data?.permissions.filter(one => one.held).length ?? 0
  return (
    <Dialog opened large title={tp('people.permissionsOfNamed', { name: user.username })} onClose={onClose}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && (
        <div className={classes.all}>
          <p className={classes.sum}>
            {tp('people.permissionCount', { count: held, all: data.permissions.length })}
            {!data.isActive && ` ${tp('people.deactivatedNote')}`}
          </p>
          {permissionGroups.map(([group, permissions]) => (
            <section key={group} aria-labelledby={`${id}-${group}`}>
              <h3 id={`${id}-${group}`} className={classes.group}>
                {tm(`permissions.group.${group}`)}
              </h3>
              <ul className={classes.list}>
                {data.permissions
                  .filter(({ permission }) => permissions.some(each => each === permission))
                  .map(one => (
                    <li key={one.permission} className={classes.row} data-held={one.held}>
                      <span className={classes.mark} aria-hidden>
                        {one.held ? '✓' : '–'}
                      </span>
                      <span>{permissionName(one.permission)}</span>
                      <span className={classes.why}>{whyOf(one, user)}</span>
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Dialog>
  )
}

function whyOf({ because }: Permission, { role, guardian }: UserDto): string {
  return tp(`people.because.${because}`, { role: t(`role.${role}`), guardian: guardian ?? '' })
}

import { useQuery } from '@tanstack/react-query'
import type { SettingDto } from '../../api/types'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { SideSheet } from '../../ui/side-sheet'
import { formatMoment } from '../admin/format'
import { ts } from './messages'
import { nameOf, spelledOut } from './setting-words'
import { historyQuery } from './settings.queries'
import classes from './settings-page.module.css'

/** Former values of a setting, by whom and why, newest first. */
export function SettingHistory({ setting, onClose }: { readonly setting: SettingDto; readonly onClose: () => void }) {
  const { data, error, refetch } = useQuery(historyQuery(setting.key))
  const shown = (value: string) => spelledOut(setting, value)
  return (
    <SideSheet opened title={ts('settings.historyOf', { key: nameOf(setting.key) })} onClose={onClose}>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p className={classes.about}>{ts('settings.historyNone')}</p>}
      <ul className={classes.past}>
        {data?.map(change => (
          <li key={change.id}>
            <strong className={classes.change}>
              {ts('settings.wasNow', { before: shown(change.oldValue), after: shown(change.newValue) })}
            </strong>
            <p className={classes.about}>
              {dotted([
                formatMoment(change.changedAt),
                change.changedByName ? ts('settings.by', { name: change.changedByName }) : ts('settings.byServer'),
                change.ipAddress,
              ])}
            </p>
            {change.changeReason && <p>{change.changeReason}</p>}
          </li>
        ))}
      </ul>
    </SideSheet>
  )
}

import { SOURCE_GROUPS } from '@octavo/contract/source-names'
import { Toggle } from '../../../../ui/toggle'
import { ts } from './messages'
import { SourceOrder } from './source-order'
import { grouped, moved, ofGroup, type SourcesDraft } from './sources-draft.rules'
import classes from './sources-fields.module.css'

type Props = { readonly draft: SourcesDraft; readonly onChange: (change: (now: SourcesDraft) => SourcesDraft) => void }

/** Groups of fields, each with a switch for its own order. */
export function GroupOrders({ draft, onChange }: Props) {
  return (
    <fieldset className={classes.groups}>
      <legend className={classes.legend}>{ts('sources.groups')}</legend>
      <p className={classes.hint}>{ts('sources.groupsIntro')}</p>
      <ul className={classes.list}>
        {SOURCE_GROUPS.map(group => {
          const hasOwn = draft.groups.has(group)
          const name = ts(`sources.group.${group}`)
          return (
            <li key={group} className={classes.group}>
              <Toggle
                label={name}
                hint={ts(`sources.fields.${group}`)}
                on={hasOwn}
                onChange={isOn => onChange(now => grouped(now, group, isOn))}
              />
              {hasOwn && (
                <div className={classes.own}>
                  <SourceOrder
                    label={ts('sources.orderOf', { name })}
                    order={ofGroup(draft, group)}
                    row={source => <span>{ts(`sources.name.${source}`)}</span>}
                    onMove={(source, by) => onChange(now => moved(now, source, by, group))}
                  />
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

import { Button } from '@mantine/core'
import { Toggle } from '../../../../ui/toggle'
import { GroupOrders } from './group-orders'
import { ts } from './messages'
import { SourceOrder } from './source-order'
import { moved, type SourcesDraft, switched, usualSources } from './sources-draft.rules'
import classes from './sources-fields.module.css'

type Props = { readonly draft: SourcesDraft; readonly onChange: (change: (now: SourcesDraft) => SourcesDraft) => void }

/** Every source with a switch, in order of precedence; below, groups of fields with their own order. */
export default function SourcesFields({ draft, onChange }: Props) {
  return (
    <div className={classes.fields}>
      <p className={classes.hint}>{ts('sources.intro')}</p>
      <SourceOrder
        label={ts('sources.order')}
        order={draft.order}
        row={source => (
          <Toggle
            label={ts(`sources.name.${source}`)}
            hint={ts(`sources.hint.${source}`)}
            on={draft.on.includes(source)}
            onChange={isOn => onChange(now => switched(now, source, isOn))}
          />
        )}
        onMove={(source, by) => onChange(now => moved(now, source, by))}
      />
      <p className={classes.hint}>{ts('sources.seriesFirst')}</p>
      <GroupOrders draft={draft} onChange={onChange} />
      <p className={classes.hint}>{ts('sources.again')}</p>
      <div>
        <Button variant="light" onClick={() => onChange(() => usualSources)}>
          {ts('sources.usual')}
        </Button>
      </div>
    </div>
  )
}

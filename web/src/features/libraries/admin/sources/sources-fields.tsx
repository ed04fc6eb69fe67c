import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { IconButton } from '../../../../ui/icon-button'
import { Toggle } from '../../../../ui/toggle'
import { ts } from './messages'
import { moved, type SourcesDraft, switched, usualSources } from './sources-draft.rules'
import classes from './sources-fields.module.css'

type Props = { readonly draft: SourcesDraft; readonly onChange: (change: (now: SourcesDraft) => SourcesDraft) => void }

/** Every source with a switch, the first that counts at the top. */
export default function SourcesFields({ draft, onChange }: Props) {
  return (
    <div className={classes.fields}>
      <p className={classes.hint}>{ts('sources.intro')}</p>
      <ol className={classes.list} aria-label={ts('sources.order')}>
        {draft.order.map((source, index) => {
          const name = ts(`sources.name.${source}`)
          return (
            <li key={source} className={classes.row}>
              <Toggle
                label={name}
                hint={ts(`sources.hint.${source}`)}
                on={draft.on.includes(source)}
                onChange={isOn => onChange(now => switched(now, source, isOn))}
              />
              <span className={classes.moves}>
                <IconButton
                  label={ts('sources.up', { name })}
                  disabled={index === 0}
                  onClick={() => onChange(now => moved(now, source, -1))}
                >
                  <IconArrowUp size={18} stroke={1.7} />
                </IconButton>
                <IconButton
                  label={ts('sources.down', { name })}
                  disabled={index === draft.order.length - 1}
                  onClick={() => onChange(now => moved(now, source, 1))}
                >
                  <IconArrowDown size={18} stroke={1.7} />
                </IconButton>
              </span>
            </li>
          )
        })}
      </ol>
      <p className={classes.hint}>{ts('sources.seriesFirst')}</p>
      <p className={classes.hint}>{ts('sources.again')}</p>
      <div>
        <Button variant="light" onClick={() => onChange(() => usualSources)}>
          {ts('sources.usual')}
        </Button>
      </div>
    </div>
  )
}

import type { FileSourceName } from '@octavo/contract/source-names'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../ui/icon-button'
import { ts } from './messages'
import classes from './sources-fields.module.css'

type Props = {
  readonly label: string
  readonly order: readonly FileSourceName[]
  readonly row: (source: FileSourceName) => ReactNode
  readonly onMove: (source: FileSourceName, by: -1 | 1) => void
}

/** Sources in order of precedence; each can be moved. */
export function SourceOrder({ label, order, row, onMove }: Props) {
  return (
    <ol className={classes.list} aria-label={label}>
      {order.map((source, index) => {
        const name = ts(`sources.name.${source}`)
        return (
          <li key={source} className={classes.row}>
            {row(source)}
            <span className={classes.moves}>
              <IconButton
                label={ts('sources.up', { name })}
                ariaDisabled={index === 0}
                onClick={() => onMove(source, -1)}
              >
                <IconArrowUp size={18} stroke={1.7} />
              </IconButton>
              <IconButton
                label={ts('sources.down', { name })}
                ariaDisabled={index === order.length - 1}
                onClick={() => onMove(source, 1)}
              >
                <IconArrowDown size={18} stroke={1.7} />
              </IconButton>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { HomeRowDto } from '../../api/types'
import { IconButton } from '../../ui/icon-button'
import { Toggle } from '../../ui/toggle'
import { tp } from '../presets/messages'
import classes from './customise-home.module.css'

type Props = {
  readonly name: string
  readonly row: HomeRowDto
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isDragged: boolean
  readonly handle: ComponentProps<'span'>
  readonly onShow: (shown: boolean) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onRemove: (() => void) | undefined
}

/** Settings of one row: visibility, and position by dragging or by buttons. */
export function RowSetting({ name, row, isFirst, isLast, isDragged, handle, onShow, onMove, onRemove }: Props) {
  return (
    <li className={classes.row} data-dragged={isDragged} data-shown={row.shown}>
      <span className={classes.grip} title={tp('rows.drag', { name })} aria-hidden {...handle}>
        <IconGripVertical size={18} stroke={1.6} />
      </span>
      <span className={classes.name}>{name}</span>
      <IconButton label={tp('rows.up', { name })} ariaDisabled={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={18} stroke={1.7} />
      </IconButton>
      <IconButton label={tp('rows.down', { name })} ariaDisabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={18} stroke={1.7} />
      </IconButton>
      {onRemove && (
        <IconButton label={tp('rows.remove', { name })} onClick={onRemove}>
          <IconX size={18} stroke={1.7} />
        </IconButton>
      )}
      <Toggle bare label={tp('rows.shown', { name })} on={row.shown} onChange={onShow} />
    </li>
  )
}

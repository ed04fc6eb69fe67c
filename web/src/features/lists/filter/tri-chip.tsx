import { IconBan, IconCheck } from '@tabler/icons-react'
import { formatNumber } from '../../../messages'
import { tl } from '../messages'
import type { ChipState } from './facet.rules'
import classes from './tri-chip.module.css'

type Props = {
  readonly name: string
  readonly state: ChipState
  /** The number of items with it; null while unknown. */
  readonly count?: number | null
  readonly onTurn: () => void
}

/** A value that is included, excluded, or neither: each press switches to the next. */
export function TriChip({ name, state, count = null, onTurn }: Props) {
  return (
    <button
      type="button"
      className={classes.chip}
      data-state={state}
      aria-pressed={state !== 'off'}
      title={tl(`chip.hint.${state}`)}
      onClick={onTurn}
    >
      {state === 'included' && <IconCheck size={14} stroke={2.4} aria-hidden />}
      {state === 'excluded' && <IconBan size={14} stroke={2.2} aria-hidden />}
      <span className={classes.name}>{name}</span>
      {state !== 'off' && <span className={classes.hidden}>{tl(`chip.${state}`)}</span>}
      {count !== null && (
        <>
          <span className={classes.count} aria-hidden>
            {formatNumber(count)}
          </span>
          <span className={classes.hidden}>{tl('chip.count', { count })}</span>
        </>
      )}
    </button>
  )
}

import { Popover } from '@mantine/core'
import { MOST_SORT_KEYS } from '@octavo/contract/list-fields'
import { IconArrowDown, IconArrowsShuffle, IconArrowUp, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../../messages'
import { useOpenedLater } from '../../../ui/use-opened-later'
import { tl } from '../messages'
import { sortOf } from '../question/fields'
import { defaultSort, type ListKind, sortsOf } from '../question/question'
import { RANDOM, readSort, type SortKey, shuffled, usualDirection, writeSort } from '../question/sort.rules'
import classes from './order-menu.module.css'
import { orderName } from './order-name'

type Props = {
  readonly kind: ListKind
  readonly sort: string
  /** A search can be sorted by best match. */
  readonly searching: boolean
  readonly onChange: (sort: string) => void
  readonly opened: boolean
  readonly onClose: () => void
  readonly target: ReactNode
}

/** The sort of a list: several keys in order, each ascending or descending; or random. */
export default function OrderMenu({ kind, sort, searching, onChange, opened, onClose, target }: Props) {
  const keys = readSort(sort, kind) ?? []
  const byChance = keys[0]?.field === RANDOM
  const write = (now: readonly SortKey[]) => onChange(now.length > 0 ? writeSort(now) : defaultSort(kind))
  const fields = sortsOf(kind).filter(field => searching || field !== 'relevance')
  const free = fields.filter(field => !keys.some(key => key.field === field))
  const keyOf = (field: string): SortKey => ({ field, direction: usualDirection(field) })
  return (
    <Popover
      opened={useOpenedLater(opened)}
      onChange={now => {
        if (!now) onClose()
      }}
      position="bottom-start"
      width={312}
      shadow="none"
      radius="lg"
      trapFocus
      returnFocus
      withinPortal
      portalProps={{ target: '#content' }}
      classNames={{ dropdown: classes.panel ?? '' }}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={tl('order.title')}>
        {!byChance &&
          keys.map((key, index) => (
            // By place: an arrow key in the list chooses another field, and the focus stays.
            <div key={index} className={classes.key}>
              <select
                className={classes.field}
                aria-label={tl(index === 0 ? 'order.first' : 'order.then')}
                value={key.field}
                onChange={event => write(keys.with(index, keyOf(event.target.value)))}
              >
                {fields
                  .filter(field => field === key.field || free.includes(field))
                  .map(field => (
                    <option key={field} value={field}>
                      {orderName(field)}
                    </option>
                  ))}
              </select>
              <Way sortKey={key} onReverse={direction => write(keys.with(index, { ...key, direction }))} />
              {keys.length > 1 && (
                <button
                  type="button"
                  className={classes.drop}
                  aria-label={tl('order.remove', { field: orderName(key.field) })}
                  onClick={event => {
                    event.currentTarget.closest<HTMLElement>('[role=dialog]')?.querySelector('select')?.focus()
                    write(keys.filter((_, at) => at !== index))
                  }}
                >
                  <IconX size={15} stroke={2} />
                </button>
              )}
            </div>
          ))}
        <div className={classes.more}>
          {(byChance || (keys.length < MOST_SORT_KEYS && free.length > 0)) && (
            <select
              className={classes.add}
              aria-label={tl(byChance ? 'order.first' : 'order.add')}
              value=""
              onChange={event => write(byChance ? [keyOf(event.target.value)] : [...keys, keyOf(event.target.value)])}
            >
              <option value="" disabled>
                {byChance ? tl('order.first') : tl('order.add')}
              </option>
              {free.map(field => (
                <option key={field} value={field}>
                  {orderName(field)}
                </option>
              ))}
            </select>
          )}
          <button type="button" className={classes.shuffle} onClick={() => onChange(shuffled())}>
            <IconArrowsShuffle size={17} stroke={1.8} />
            {tl(byChance ? 'order.shuffleAgain' : 'order.shuffle')}
          </button>
        </div>
        <button type="button" className={classes.done} onClick={onClose}>
          {t('action.close')}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}

type WayProps = { readonly sortKey: SortKey; readonly onReverse: (direction: SortKey['direction']) => void }

/** The direction, if the sort has two. */
function Way({ sortKey: { field, direction }, onReverse }: WayProps) {
  const kind = sortOf(field)?.way
  if (!kind) return null
  const way = tl(`order.way.${kind}.${direction}`)
  return (
    <button
      type="button"
      className={classes.way}
      aria-label={tl('order.reverse', { field: orderName(field), way })}
      onClick={() => onReverse(direction === 'asc' ? 'desc' : 'asc')}
    >
      {direction === 'asc' ? <IconArrowUp size={15} stroke={2} /> : <IconArrowDown size={15} stroke={2} />}
      {way}
    </button>
  )
}

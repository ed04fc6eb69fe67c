import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { type GridLayout, layoutFor } from './grid-layout.rules'
import { useFewAtOnce } from './use-few-at-once'
import { type ListHandle, useVirtualList } from './use-virtual-list'
import classes from './virtual-grid.module.css'
import type { Range } from './window-paging.rules'

export type GridLook = 'grid' | 'list'
export type ItemHints = {
  readonly passing: boolean
  readonly eager: boolean
  /** The width of the item. */
  readonly sizes: string
}

type Props = {
  readonly label: string
  readonly total: number
  readonly look: GridLook
  /** Scale of covers, 1 by default. */
  readonly scale?: number | undefined
  /** Something in it is selected. */
  readonly choosing?: boolean
  readonly renderItem: (index: number, hints: ItemHints) => ReactNode
  readonly keyAt?: (index: number) => string | null
  readonly onRange?: (range: Range, flying: boolean) => void
  readonly handle?: RefObject<ListHandle | null>
}

const unknown = () => null

/** A grid or list of any length: only visible items are rendered. The window scrolls, not a box in it. */
export function VirtualGrid(props: Props) {
  const { label, total, look, scale = 1, choosing, renderItem, keyAt = unknown, onRange, handle } = props
  const list = useRef<HTMLUListElement>(null)
  const layoutOf = useCallback((width: number) => layoutFor(width, look, scale), [look, scale])
  const virtual = useVirtualList(list, { total, layoutOf, keyAt, onRange, handle })
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      data-choosing={choosing}
      style={{ height: virtual.height }}
      onKeyDown={virtual.onKeyDown}
    >
      {virtual.layout && total > 0 && (
        <Items {...virtual} layout={virtual.layout} total={total} keyAt={keyAt} renderItem={renderItem} />
      )}
    </ul>
  )
}

type Drawn = Pick<ReturnType<typeof useVirtualList>, 'range' | 'seen' | 'columns' | 'flying' | 'fresh'> &
  Required<Pick<Props, 'total' | 'keyAt' | 'renderItem'>> & { readonly layout: GridLayout }

/** Separate from the list, so that rendering the next items does not render the whole list. */
function Items({ layout, range, seen, columns, total, flying, fresh, keyAt, renderItem }: Drawn) {
  const { first, last } = useFewAtOnce(range, seen)
  const items: ReactNode[] = []
  for (let index = first; index <= Math.min(last, total - 1); index++) {
    const row = Math.floor(index / columns)
    items.push(
      <li
        key={index}
        data-index={index}
        data-fresh={fresh.has(keyAt(index) ?? '')}
        aria-posinset={index + 1}
        aria-setsize={total}
        className={classes.item}
        style={{
          top: row * layout.rowHeight,
          left: (index % columns) * (layout.width + layout.gap),
          width: layout.width,
          height: layout.rowHeight - layout.gap,
        }}
      >
        {renderItem(index, { passing: flying, eager: row < 2, sizes: `${layout.width}px` })}
      </li>,
    )
  }
  return items
}

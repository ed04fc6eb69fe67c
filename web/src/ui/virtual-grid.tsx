import { type ReactNode, type RefObject, useCallback, useRef } from 'react'
import { layoutFor } from './grid-layout.rules'
import { type ListHandle, useVirtualList } from './use-virtual-list'
import classes from './virtual-grid.module.css'
import type { Range } from './window-paging.rules'

export type GridLook = 'grid' | 'list'
export type ItemHints = { readonly passing: boolean; readonly eager: boolean }

type Props = {
  readonly label: string
  readonly total: number
  readonly look: GridLook
  /** How large covers are, 1 as usual. */
  readonly scale?: number | undefined
  readonly renderItem: (index: number, hints: ItemHints) => ReactNode
  readonly keyAt?: (index: number) => string | null
  readonly onRange?: (range: Range, flying: boolean) => void
  readonly handle?: RefObject<ListHandle | null>
  readonly place?: number | undefined
}

const unknown = () => null

/** A grid or list of any length: only what is on the screen exists. The window scrolls, not a box in it. */
export function VirtualGrid(props: Props) {
  const { label, total, look, scale = 1, renderItem, keyAt = unknown, onRange, handle, place } = props
  const list = useRef<HTMLUListElement>(null)
  const layoutOf = useCallback((width: number) => layoutFor(width, look, scale), [look, scale])
  const virtual = useVirtualList(list, { total, layoutOf, keyAt, onRange, handle, place })
  const { layout, rows, columns, top, flying, fresh } = virtual
  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      style={{ height: virtual.height }}
      onKeyDown={virtual.onKeyDown}
    >
      {layout &&
        rows.flatMap(row =>
          cells(row.index, columns, total).map(index => (
            <li
              key={index}
              data-index={index}
              data-fresh={fresh.has(keyAt(index) ?? '')}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={classes.item}
              style={{
                width: layout.width,
                height: layout.rowHeight - layout.gap,
                transform: `translate(${(index % columns) * (layout.width + layout.gap)}px, ${row.start - top}px)`,
              }}
            >
              {renderItem(index, { passing: flying, eager: row.index < 2 })}
            </li>
          )),
        )}
    </ul>
  )
}

function cells(row: number, columns: number, total: number): number[] {
  const found: number[] = []
  for (let index = row * columns; index < Math.min(total, (row + 1) * columns); index++) found.push(index)
  return found
}

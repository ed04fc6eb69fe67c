import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useGridLayout } from './use-grid-layout'
import { useSteadyPlace } from './use-steady-place'
import classes from './virtual-grid.module.css'
import { neighbourIn, type Range } from './window-paging.rules'

export type GridLook = 'grid' | 'list'
export type ItemHints = { readonly passing: boolean; readonly eager: boolean }

/** So long after it was opened a list may still be put back to its place. */
const settledMs = 500

type Props = {
  readonly label: string
  readonly total: number
  readonly look: GridLook
  readonly renderItem: (index: number, hints: ItemHints) => ReactNode
  /** What an item is, wherever it stands; null while it is not known. With it the list keeps its place when items come. */
  readonly keyAt?: (index: number) => string | null
  /** The items on the screen and a little around it. */
  readonly onRange?: (range: Range, flying: boolean) => void
}

const unknown = () => null

/** A grid or list of any length: only what is on the screen exists. The window scrolls, not a box in it. */
export function VirtualGrid({ label, total, look, renderItem, keyAt = unknown, onRange }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const { layout, virtualizer } = useGridLayout(list, total, look)
  const rows = layout ? virtualizer.getVirtualItems() : []
  const columns = layout?.columns ?? 1
  const first = (rows[0]?.index ?? 0) * columns
  const last = Math.min(total, ((rows.at(-1)?.index ?? 0) + 1) * columns) - 1
  // Coming back to a place far down is a jump, not a flight: its covers are wanted at once.
  const since = useRef(performance.now())
  const flying = virtualizer.isScrolling && performance.now() - since.current > settledMs
  const tell = useRef(onRange)
  useLayoutEffect(() => {
    tell.current = onRange
  })
  useEffect(() => {
    if (layout) tell.current?.({ first, last }, flying)
  }, [layout, first, last, flying])

  const fresh = useSteadyPlace({
    range: { first, last },
    keyAt,
    total,
    columns,
    rowHeight: layout?.rowHeight ?? 0,
    top: virtualizer.options.scrollMargin,
  })

  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    if (!here || !(event.target as HTMLElement).matches('a')) return
    const next = neighbourIn(event.key, Number(here.dataset.index), columns, total)
    if (next === null) return
    event.preventDefault()
    virtualizer.scrollToIndex(Math.floor(next / columns), { align: 'auto' })
    focusWhenThere(list.current, next)
  }

  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      style={{ height: layout ? virtualizer.getTotalSize() : undefined }}
      onKeyDown={onKeyDown}
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
                transform: `translate(${(index % columns) * (layout.width + layout.gap)}px, ${
                  row.start - virtualizer.options.scrollMargin
                }px)`,
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

/** The item may not exist before the list has scrolled to it. */
function focusWhenThere(list: HTMLElement | null, index: number, tries = 20): void {
  const link = list?.querySelector<HTMLElement>(`[data-index="${index}"] a`)
  if (link) link.focus({ preventScroll: true })
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(list, index, tries - 1))
}

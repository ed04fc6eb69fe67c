import { memo, useLayoutEffect, useRef } from 'react'
import type { BookDto, SeriesDto } from '../../../api/types'
import type { ListKind } from '../question/question'
import type { Chosen } from '../selection/use-selection'
import classes from './list-table.module.css'
import { TableCells } from './table-cells'

type Props = {
  readonly kind: ListKind
  /** Null while loading. */
  readonly item: SeriesDto | BookDto | null
  /** In a list sorted by ratings. */
  readonly rating: string | undefined
  readonly index: number
  readonly columns: readonly string[]
  readonly narrow: boolean
  /** In pixels, as is the height. */
  readonly width: number
  readonly height: number
  /** Used only when the cover is first rendered. */
  readonly passing: boolean
  readonly chosen: boolean
  readonly onChoose: (item: Chosen, range: boolean) => void
}

const compared = [
  'kind',
  'item',
  'rating',
  'index',
  'columns',
  'narrow',
  'width',
  'height',
  'chosen',
  'onChoose',
] as const

/** A row, which is reused for another book when it leaves the screen. Visible rows are not rendered again. */
export const TableRow = memo(DrawnRow, (before, now) => compared.every(name => before[name] === now[name]))

function DrawnRow({ item, width, height, ...props }: Props) {
  const { index, chosen } = props
  const row = useRef<HTMLTableRowElement>(null)
  const last = useRef(index)
  useLayoutEffect(() => {
    if (last.current === index) return
    last.current = index
    // The focused item is gone; another one must not be opened instead.
    const { activeElement } = document
    if (activeElement instanceof HTMLElement && row.current?.contains(activeElement)) activeElement.blur()
  }, [index])
  return (
    <tr
      ref={row}
      data-index={index}
      data-chosen={chosen}
      aria-rowindex={index + 2}
      className={`${classes.row} ${classes.place}`}
      style={{ top: index * height, width, height }}
    >
      {item ? <TableCells item={item} {...props} /> : <td className={classes.waiting} aria-hidden />}
    </tr>
  )
}

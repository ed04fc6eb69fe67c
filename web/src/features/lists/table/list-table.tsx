import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type CSSProperties, type RefObject, type UIEvent, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { fieldLabel } from '../../../messages/field-label'
import { useFewAtOnce } from '../../../ui/use-few-at-once'
import { type ListHandle, useVirtualList } from '../../../ui/use-virtual-list'
import { useWideScreen } from '../../../ui/use-wide-screen'
import type { Range } from '../../../ui/window-paging.rules'
import { tl } from '../messages'
import type { ListKind, Question } from '../question/question'
import { readSort, writeSort } from '../question/sort.rules'
import type { Selection } from '../selection/use-selection'
import type { ListItem } from '../use-paged-list'
import { columnOf, titleSort } from './column-cells'
import { type Part, sharesOf, shownColumns, sortedBy } from './columns.rules'
import classes from './list-table.module.css'
import { TableRow } from './table-row'

type Props = {
  readonly label: string
  readonly question: Question
  readonly columns: readonly string[]
  readonly total: number
  readonly itemAt: (index: number) => ListItem | null
  readonly onSort: (sort: string) => void
  readonly onRange: (range: Range, flying: boolean) => void
  readonly handle: RefObject<ListHandle | null>
  readonly selection: Selection
}

const wideRow = 52
/** The default columns fit a window of 1440 px. */
const titleWidth = 220
const sidesWidth = 44
const gap = 16
const leastWidth = (kind: ListKind, column: string) => columnOf(kind, column)?.width ?? 80

/** A table of any length with the chosen columns; on a phone each row has its values below its title. */
export default function ListTable(props: Props) {
  const { label, question, total, itemAt, onSort, onRange, handle, selection } = props
  const { kind } = question
  const narrow = !useWideScreen()
  const rowHeight = narrow ? 52 + Math.ceil(props.columns.length / 2) * 20 : wideRow
  const layoutOf = useCallback((width: number) => ({ columns: 1, width, gap: 0, rowHeight }), [rowHeight])
  const body = useRef<HTMLTableSectionElement>(null)
  const head = useRef<HTMLTableSectionElement>(null)
  const keyAt = (index: number) => itemAt(index)?.item.id ?? null
  const covered = narrow ? 0 : 44
  const virtual = useVirtualList(body, { total, layoutOf, keyAt, onRange, handle, covered })
  const near = useFewAtOnce(virtual.range, virtual.seen)
  const shift = useShift(near)
  const drawn = Array.from({ length: Math.max(0, near.last - near.first + 1) }, (_, at) => near.first + at)
  const room = virtual.layout?.width ?? Number.POSITIVE_INFINITY
  const columns = useMemo(
    () =>
      narrow
        ? props.columns
        : shownColumns(props.columns, kind, room - sidesWidth - gap - titleWidth, id => gap + leastWidth(kind, id)),
    [props.columns, kind, narrow, room],
  )
  const parts: Part[] = [
    { least: sidesWidth, share: 0 },
    { least: titleWidth, share: 3 },
    ...columns.map(id => ({ least: leastWidth(kind, id), share: (columnOf(kind, id)?.width ?? 0) / 100 })),
  ]
  const least = parts.reduce((sum, part) => sum + part.least, gap * (parts.length - 1))
  const width = Math.max(virtual.layout?.width ?? 0, narrow ? 0 : least)
  const template = sharesOf(parts, width - gap * (parts.length - 1)).map(share => `${share}px`)
  const keys = readSort(question.sort, kind) ?? []
  const together = (event: UIEvent<HTMLElement>) => {
    const { scrollLeft } = event.currentTarget
    for (const part of [head.current, body.current])
      if (part && part.scrollLeft !== scrollLeft) part.scrollLeft = scrollLeft
  }
  const heading = (id: string, name: string, text: boolean, field: string | undefined) => {
    const at = keys.findIndex(key => key.field === field)
    const key = field ? keys[at] : undefined
    const sorted = key ? (key.direction === 'asc' ? ('ascending' as const) : ('descending' as const)) : undefined
    return (
      <th
        key={id}
        scope="col"
        className={classes.heading}
        data-text={text}
        {...(sorted ? { 'aria-sort': sorted } : {})}
      >
        {field ? (
          <button
            type="button"
            title={tl('table.sortBy', { column: name })}
            onClick={event => onSort(writeSort(sortedBy(keys, field, event.shiftKey)))}
          >
            <span>{name}</span>
            {key &&
              (key.direction === 'asc' ? (
                <IconArrowUp size={14} aria-hidden />
              ) : (
                <IconArrowDown size={14} aria-hidden />
              ))}
            {key && keys.length > 1 && <sup>{at + 1}</sup>}
          </button>
        ) : (
          <span>{name}</span>
        )}
      </th>
    )
  }
  return (
    <table
      className={classes.table}
      aria-label={label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length + 2}
      data-narrow={narrow}
      style={{ '--columns': template.join(' '), '--gap': `${gap}px` } as CSSProperties}
    >
      <thead ref={head} className={classes.head} onScroll={together}>
        <tr className={classes.row} aria-rowindex={1} style={{ width }}>
          <th scope="col" className={classes.heading} data-text="true">
            <span className={classes.hidden}>{tl('selection.label')}</span>
          </th>
          {heading('title', fieldLabel('title', 'column'), true, titleSort(kind))}
          {columns.map(id => {
            const column = columnOf(kind, id)
            return column && heading(id, fieldLabel(column.field, 'column'), column.text ?? false, column.sort)
          })}
        </tr>
      </thead>
      <tbody
        ref={body}
        className={classes.body}
        data-choosing={selection.ids.size > 0}
        style={{ height: virtual.height }}
        onScroll={together}
        onKeyDown={virtual.onKeyDown}
      >
        {virtual.layout &&
          drawn.map(index => {
            const found = itemAt(index)
            const item = found?.item ?? null
            return (
              <TableRow
                key={index - shift}
                kind={kind}
                item={item}
                rating={found?.rating}
                index={index}
                columns={columns}
                narrow={narrow}
                width={width}
                height={rowHeight}
                passing={virtual.flying}
                chosen={item !== null && selection.ids.has(item.id)}
                onChoose={selection.choose}
              />
            )
          })}
      </tbody>
    </table>
  )
}

/**
 * Offset between row and item numbers: after a jump, existing rows are reused for the new items, which is cheaper than
 * replacing them.
 */
function useShift(drawn: Range): number {
  const last = useRef({ drawn, shift: 0 })
  const before = last.current
  const jumped = drawn.first > before.drawn.last || drawn.last < before.drawn.first
  const shift = jumped ? before.shift + drawn.first - before.drawn.first : before.shift
  useLayoutEffect(() => {
    last.current = { drawn, shift }
  })
  return shift
}

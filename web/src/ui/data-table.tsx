import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { memo, type ReactNode, useDeferredValue, useState } from 'react'
import classes from './data-table.module.css'
import { inOrder } from './in-order.rules'

export type Column<Row> = {
  readonly id: string
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Sort value of the column; without it the column is not sortable. */
  readonly value?: (row: Row) => string | number | null
  /** Text is aligned left, numbers right. */
  readonly text?: boolean
}

type Order = { readonly by: string | undefined; readonly down: boolean }

type Props<Row> = {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  readonly startBy?: string
  readonly className?: string | undefined
}

/** With more columns, and too little room for them, each row has its values below its name. */
const MOST_NARROW = 6

/** A table of numbers, sorted by clicking a column header. The first column names the row. */
export function DataTable<Row>({ label, columns, rows, rowKey, startBy, className }: Props<Row>) {
  const [order, setOrder] = useState<Order>({ by: startBy, down: true })
  return (
    <section
      className={className ? `${classes.scroll} ${className}` : classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      aria-label={label}
      data-folds={columns.length > MOST_NARROW}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map(column => {
              const chosen = order.by === column.id
              return (
                <th
                  key={column.id}
                  scope="col"
                  data-text={column.text ?? false}
                  {...(chosen ? { 'aria-sort': order.down ? ('descending' as const) : ('ascending' as const) } : {})}
                >
                  {column.value ? (
                    <button
                      type="button"
                      onClick={() => setOrder({ by: column.id, down: chosen ? !order.down : !column.text })}
                    >
                      {column.name}
                      <span className={classes.way} data-on={chosen} aria-hidden>
                        {chosen && !order.down ? <IconArrowUp size={14} /> : <IconArrowDown size={14} />}
                      </span>
                    </button>
                  ) : (
                    column.name
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <Rows columns={columns} rows={rows} rowKey={rowKey} order={useDeferredValue(order)} />
      </table>
    </section>
  )
}

type RowsProps<Row> = Pick<Props<Row>, 'columns' | 'rows' | 'rowKey'> & { readonly order: Order }

/** Follows a new order in the background. */
const Rows = memo(DrawnRows) as typeof DrawnRows

function DrawnRows<Row>({ columns, rows, rowKey, order }: RowsProps<Row>) {
  const by = columns.find(column => column.id === order.by)?.value
  const shown = by ? inOrder(rows, by, order.down) : rows
  return (
    <tbody>
      {shown.map(row => (
        <tr key={rowKey(row)}>
          {columns.map((column, index) =>
            index === 0 ? (
              <th key={column.id} scope="row">
                {column.cell(row)}
              </th>
            ) : (
              <td key={column.id} data-text={column.text ?? false} data-name={column.name}>
                {column.cell(row)}
              </td>
            ),
          )}
        </tr>
      ))}
    </tbody>
  )
}

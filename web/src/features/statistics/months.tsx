import { type CSSProperties, useState } from 'react'
import type { ReadingPeriodDto } from '../../api/types'
import { formatNumber } from '../../messages'
import { labelled } from '../../messages/labelled'
import { DataTable } from '../../ui/data-table'
import { Toggle } from '../../ui/toggle'
import { monthsOf } from './calendar.rules'
import { tst } from './messages'
import classes from './statistics.module.css'
import { Time } from './time'
import { monthText, roundTimeText, spokenTime, timeText } from './time-text'

/** Its part of the highest column. */
const share = (part: number): CSSProperties => ({ '--share': part }) as CSSProperties

/** Reading time by month, measured and estimated separately, as bars or as a table. */
export function Months({ periods }: { readonly periods: readonly ReadingPeriodDto[] }) {
  const [chosen, setTable] = useState(false)
  const months = monthsOf(periods)
  const most = Math.max(1, ...months.map(({ measured, estimated }) => measured + estimated))
  const total = months.reduce((sum, { measured, estimated }) => sum + measured + estimated, 0)
  // Without any time the chart would be empty; the table has the finished books.
  const table = chosen || total === 0
  const name = (month: string) => `${monthText(`${month}-01`)} ${month.slice(0, 4)}`
  return (
    <section className={classes.part} aria-labelledby="stats-months">
      <div className={classes.head}>
        <h2 id="stats-months">{tst('stats.months')}</h2>
        {!table && (
          <span className={classes.keys}>
            <span className={classes.key}>{tst('stats.measured')}</span>
            <span className={classes.key} data-of="estimated">
              {tst('stats.estimated')}
            </span>
          </span>
        )}
        {total > 0 && <Toggle label={tst('stats.table')} on={table} onChange={setTable} />}
      </div>
      {table ? (
        <DataTable
          label={tst('stats.months')}
          rows={months}
          rowKey={({ month }) => month}
          columns={[
            {
              id: 'month',
              name: tst('stats.month'),
              text: true,
              cell: row => name(row.month),
              value: row => row.month,
            },
            {
              id: 'measured',
              name: tst('stats.measured'),
              cell: row => <Time ms={row.measured} />,
              value: row => row.measured,
            },
            {
              id: 'estimated',
              name: tst('stats.estimated'),
              cell: row => <Time ms={row.estimated} />,
              value: row => row.estimated,
            },
            { id: 'pages', name: tst('stats.pages'), cell: row => formatNumber(row.pages), value: row => row.pages },
            {
              id: 'finished',
              name: tst('stats.finished'),
              cell: row => formatNumber(row.finished),
              value: row => row.finished,
            },
          ]}
        />
      ) : (
        <div className={classes.bars} role="img" aria-label={tst('stats.monthsText', { time: spokenTime(total) })}>
          {months.map(({ month, measured, estimated }) => (
            <div key={month} className={classes.bar} title={labelled(name(month), timeText(measured + estimated))}>
              <small>{roundTimeText(measured + estimated)}</small>
              <span className={classes.column} style={share((measured + estimated) / most)}>
                <span data-of="estimated" style={{ flexGrow: estimated }} />
                <span style={{ flexGrow: measured }} />
              </span>
              <small>{monthText(`${month}-01`)}</small>
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

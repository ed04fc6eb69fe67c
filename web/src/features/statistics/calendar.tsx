import type { ReadingPeriodDto } from '../../api/types'
import { calendarOf } from './calendar.rules'
import { tst } from './messages'
import classes from './statistics.module.css'
import { dayText, monthText, timeText } from './time-text'

const CELL = 12
const STEP = 15
const TOP = 20

type Props = {
  readonly periods: readonly ReadingPeriodDto[]
  readonly year: string
  readonly from: string
  readonly to: string
}

/** A year at a glance: a cell for each day, darker for more reading. The table below has the same data as numbers. */
export function Calendar({ periods, year, from, to }: Props) {
  const days = calendarOf(periods, from, to)
  const weeks = (days.at(-1)?.week ?? 0) + 1
  const firsts = days.filter(({ day }) => day.endsWith('-01'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={tst('stats.calendarScroll')}>
      <svg
        className={classes.calendar}
        role="img"
        aria-label={tst('stats.calendarText', { year, days: periods.length })}
        width={weeks * STEP}
        height={TOP + 7 * STEP}
        viewBox={`0 0 ${weeks * STEP} ${TOP + 7 * STEP}`}
      >
        {firsts.map(({ day, week }) => (
          <text key={day} x={week * STEP} y={12} className={classes.monthName}>
            {monthText(day)}
          </text>
        ))}
        {days.map(({ day, ms, level, week, weekday }) => (
          <rect
            key={day}
            x={week * STEP}
            y={TOP + weekday * STEP}
            width={CELL}
            height={CELL}
            rx={3}
            className={classes.cell}
            data-level={level}
          >
            <title>{tst('stats.cell', { day: dayText(day), time: timeText(ms) })}</title>
          </rect>
        ))}
      </svg>
    </section>
  )
}

import type { ReadingPeriodDto } from '../../api/types'
import { calendarOf, LEVELS } from './calendar.rules'
import { tst } from './messages'
import classes from './statistics.module.css'
import { dayText, monthText, timeText, weekdayText } from './time-text'

const CELL = 12
const STEP = 15
const TOP = 20
const LEFT = 34
/** Rows with a name: Monday, Wednesday and Friday. */
const NAMED_DAYS = [0, 2, 4]
/** How much larger the cells may get. */
const MOST_SCALE = 1.25

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
  const width = LEFT + weeks * STEP
  const firsts = days.filter(({ day }) => day.endsWith('-01'))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={tst('stats.calendarScroll')}>
      <svg
        className={classes.calendar}
        role="img"
        aria-label={tst('stats.calendarText', { year, days: periods.length })}
        style={{ minWidth: width, maxWidth: width * MOST_SCALE }}
        viewBox={`0 0 ${width} ${TOP + 7 * STEP}`}
      >
        {firsts.map(({ day, week }) => (
          <text key={day} x={LEFT + week * STEP} y={12} className={classes.monthName}>
            {monthText(day)}
          </text>
        ))}
        {NAMED_DAYS.map(weekday => (
          <text key={weekday} x={0} y={TOP + weekday * STEP + 10} className={classes.monthName}>
            {weekdayText(weekday)}
          </text>
        ))}
        {days.map(({ day, ms, level, week, weekday }) => (
          <rect
            key={day}
            x={LEFT + week * STEP}
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
      <p className={classes.scale} aria-hidden>
        {tst('stats.less')}
        {LEVELS.map(level => (
          <svg key={level} width={CELL} height={CELL} aria-hidden>
            <rect width={CELL} height={CELL} rx={3} className={classes.cell} data-level={level} />
          </svg>
        ))}
        {tst('stats.more')}
      </p>
    </section>
  )
}

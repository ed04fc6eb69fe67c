import { Button } from '@mantine/core'
import { IconChartBar, IconDownload, IconHistory } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { belowBase } from '../../api/base-path'
import type { ReadingOverviewDto, ReadingStatsResponse } from '../../api/types'
import { formatNumber, t } from '../../messages'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { Figures } from '../../ui/figures'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { QuietSelect } from '../../ui/quiet-select'
import { Spoken } from '../../ui/spoken'
import { Calendar } from './calendar'
import { busiestDay, longestRun } from './calendar.rules'
import { Goals } from './goals'
import { tst } from './messages'
import { Months } from './months'
import { ShareList } from './share-list'
import classes from './statistics.module.css'
import {
  begunQuery,
  breakdownQuery,
  coverageQuery,
  exportPath,
  overviewQuery,
  type Span,
  statisticsQuery,
} from './statistics.queries'
import { Time } from './time'
import { dayText, spokenTime, timeText } from './time-text'

/** The user's reading: today, recently, and year by year. */
export function StatisticsPage() {
  usePageTitle(tst('stats.title'))
  const [span, setSpan] = useState<Span>(null)
  const coverage = useQuery(coverageQuery)
  const overview = useQuery(overviewQuery)
  const stats = useQuery({ ...statisticsQuery(span), placeholderData: keepPreviousData })
  const isEmpty = coverage.data?.firstReadAt === null
  const inProgress = useQuery({ ...begunQuery, enabled: isEmpty })
  const begun = inProgress.data
  const failed = [coverage, overview, stats, inProgress].find(one => one.isError && !one.data)
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} level={1} />
  const years = yearsOf(coverage.data?.firstReadAt, coverage.data?.lastReadAt)
  return (
    <Page
      wide
      title={tst('stats.title')}
      aside={
        coverage.data &&
        !isEmpty && (
          <>
            <QuietSelect
              label={tst('stats.span')}
              value={String(span ?? '')}
              onChange={value => setSpan(value === '' ? null : Number(value))}
              choices={[
                { value: '', label: tst('stats.lately') },
                ...years.map(year => ({ value: String(year), label: String(year) })),
              ]}
            />
            <Button
              variant="default"
              leftSection={<IconHistory size={18} stroke={1.7} aria-hidden />}
              renderRoot={props => <Link to="/history" {...props} />}
            >
              {t('profile.history')}
            </Button>
            <Button
              component="a"
              href={belowBase(exportPath(span))}
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.7} aria-hidden />}
            >
              {tst('stats.export')}
            </Button>
          </>
        )
      }
    >
      {isEmpty && begun !== undefined && (
        <NoticePage
          level={2}
          icon={<IconChartBar size={34} stroke={1.5} />}
          title={tst(begun > 0 ? 'stats.unmeasured' : 'stats.empty')}
        >
          {begun > 0 ? tst('stats.unmeasuredText', { count: begun }) : tst('stats.emptyText')}
        </NoticePage>
      )}
      {overview.data && stats.data && coverage.data && (
        <div className={classes.parts}>
          {!isEmpty && <Totals overview={overview.data} stats={stats.data} span={span} />}
          <Goals goals={overview.data.goals} />
          {!isEmpty && <Panels stats={stats.data} span={span} today={overview.data.today} />}
        </div>
      )}
    </Page>
  )
}

const inBoth = (text: (time: typeof timeText) => string) => <Spoken shown={text(timeText)} said={text(spokenTime)} />

type TotalsProps = {
  readonly overview: ReadingOverviewDto
  readonly stats: ReadingStatsResponse
  readonly span: Span
}

function Totals({ overview, stats, span }: TotalsProps) {
  const { streak, pace } = overview
  const { duration, pagesRead, booksFinished, sessions } = stats.summary
  // Apps may report that a book is finished, but not how long it took.
  const isUnmeasured = sessions === 0 && booksFinished > 0
  const estimated = (time: typeof timeText) =>
    duration.measuredMs === 0
      ? tst('stats.allEstimated')
      : tst('stats.estimatedLine', { time: time(duration.inferredMs) })
  const paceLine = (time: typeof timeText) =>
    dotted([
      pace.msPerPage != null && tst('stats.perPage'),
      pace.daysRead > 0 && tst('stats.averageDay', { time: time(pace.minutesPerDay * 60_000) }),
    ])
  const best = busiestDay(stats.periods)
  const figures = [
    {
      name: tst('stats.time'),
      value: isUnmeasured ? '–' : <Time ms={duration.totalMs} />,
      line: isUnmeasured ? tst('stats.notMeasured') : duration.inferredMs > 0 && inBoth(estimated),
    },
    { name: tst('stats.pages'), value: isUnmeasured ? '–' : formatNumber(pagesRead) },
    { name: tst('stats.finished'), value: formatNumber(booksFinished) },
    ...(span === null
      ? [
          {
            name: tst('stats.streak'),
            value: tst('stats.streakDays', { count: streak.current }),
            line: streak.current === 0 ? tst('stats.noStreak') : tst('stats.longestStreak', { count: streak.longest }),
          },
          {
            name: tst('stats.pace'),
            value: pace.msPerPage == null ? '–' : <Time ms={pace.msPerPage} />,
            line: paceLine(timeText) !== '' && inBoth(paceLine),
          },
        ]
      : [
          { name: tst('stats.yearStreak'), value: tst('stats.streakDays', { count: longestRun(stats.periods) }) },
          {
            name: tst('stats.bestDay'),
            value: best ? <Time ms={best.duration.totalMs} /> : '–',
            line: best ? dayText(best.bucket) : null,
          },
        ]),
  ]
  return (
    <section aria-label={span === null ? tst('stats.lately') : tst('stats.year', { year: String(span) })}>
      {span !== null && <h2 className={classes.year}>{tst('stats.year', { year: String(span) })}</h2>}
      <Figures figures={figures} />
    </section>
  )
}

type PanelsProps = { readonly stats: ReadingStatsResponse; readonly span: Span; readonly today: string }

function Panels({ stats, span, today }: PanelsProps) {
  const genres = useQuery({ ...breakdownQuery('genre', span), placeholderData: keepPreviousData }).data?.shares ?? []
  const authors = useQuery({ ...breakdownQuery('author', span), placeholderData: keepPreviousData }).data?.shares ?? []
  if (stats.periods.length === 0) return <p className={classes.none}>{tst('stats.noneInSpan')}</p>
  const line = (key: string, name: string, share: { duration: { totalMs: number }; pagesRead: number }) => ({
    key,
    name,
    ms: share.duration.totalMs,
    pages: share.pagesRead,
  })
  // The period begins by the server's clock, its first day by the reader's.
  const first = stats.periods.reduce((day, { bucket }) => (bucket < day ? bucket : day), stats.from.slice(0, 10))
  const [from, to] = span === null ? [first, today] : [`${span}-01-01`, `${span}-12-31`]
  return (
    <>
      <div className={classes.charts} data-paired={span === null}>
        <section className={classes.part} aria-labelledby="stats-calendar">
          <h2 id="stats-calendar">{tst('stats.calendar')}</h2>
          <Calendar
            periods={stats.periods}
            year={span === null ? tst('stats.lately') : String(span)}
            from={from}
            to={to}
          />
        </section>
        <Months periods={stats.periods} />
      </div>
      <div className={classes.columns}>
        <ShareList
          title={tst('stats.seriesList')}
          lines={stats.series.map(each => ({
            ...line(each.seriesId, each.seriesName, each),
            name: (
              <Link to="/series/$seriesId" params={{ seriesId: each.seriesId }}>
                {each.seriesName}
              </Link>
            ),
          }))}
        />
        <ShareList
          title={tst('stats.authors')}
          lines={authors.map(each => line(each.id ?? '', each.name ?? '', each))}
        />
        <ShareList title={tst('stats.genres')} lines={genres.map(each => line(each.id ?? '', each.name ?? '', each))} />
        <ShareList
          title={tst('stats.formats')}
          lines={stats.formats.map(each => line(each.format, each.format.toUpperCase(), each))}
        />
        <ShareList
          title={tst('stats.devices')}
          lines={stats.devices.map(each => line(each.deviceId, each.deviceName ?? each.deviceId.slice(0, 12), each))}
        />
      </div>
    </>
  )
}

/** The years with reading, newest first. */
function yearsOf(first: string | null | undefined, last: string | null | undefined): readonly number[] {
  if (!first || !last) return []
  const [from, to] = [new Date(first).getFullYear(), new Date(last).getFullYear()]
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => to - index)
}

import { useQuery } from '@tanstack/react-query'
import { formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import classes from './next-runs.module.css'

const shown = 5

/** The next runs of an expression, computed like the server does; or that it is invalid. */
export function NextRuns({ cron, timezone }: { readonly cron: string; readonly timezone: string | null }) {
  const runs = useQuery({
    queryKey: ['next-runs', cron, timezone],
    queryFn: () => nextRuns(cron, timezone),
    retry: false,
    staleTime: 30_000,
  })
  return (
    <div className={classes.runs} role="status">
      <p className={classes.title}>{ta('schedules.nextRuns')}</p>
      {runs.data && runs.data.length > 0 ? (
        <ol>
          {runs.data.map(run => (
            <li key={run}>{formatNear(run)}</li>
          ))}
        </ol>
      ) : (
        (runs.data || runs.error) && <p className={classes.bad}>{ta('schedules.badCron')}</p>
      )}
    </div>
  )
}

/** The same library as on the server: loaded with the first opened form. */
async function nextRuns(cron: string, timezone: string | null): Promise<string[]> {
  const { Cron } = await import('croner')
  const job = new Cron(cron, { paused: true, ...(timezone ? { timezone } : {}) })
  return job.nextRuns(shown).map(run => run.toISOString())
}

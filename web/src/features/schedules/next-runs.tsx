import type { Refusal } from '@octavo/contract/refusals'
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/client'
import { loadRefusals } from '../../messages/refusals/load-refusals'
import { errorSentence } from '../../ui/error-sentence'
import { formatNear } from '../admin/format'
import { ta } from '../admin/messages'
import classes from './next-runs.module.css'

const shown = 5
/** As the server refuses it. */
const BAD = new ApiError(422, '', '', { reason: 'cron_bad' satisfies Refusal })

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
        (runs.data || runs.error) && <p className={classes.bad}>{errorSentence(BAD)}</p>
      )}
    </div>
  )
}

/** The same library as on the server: loaded with the first opened form. */
async function nextRuns(cron: string, timezone: string | null): Promise<string[]> {
  const [{ Cron }] = await Promise.all([import('croner'), loadRefusals()])
  const job = new Cron(cron, { paused: true, ...(timezone ? { timezone } : {}) })
  return job.nextRuns(shown).map(run => run.toISOString())
}

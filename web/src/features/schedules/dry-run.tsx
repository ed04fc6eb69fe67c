import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import type { ScheduleDryRunResponse, ScheduleDto } from '../../api/types'
import { formatNumber, formatSize } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { TechnicalDetail } from '../../ui/technical-detail'
import { ta } from '../admin/messages'
import classes from './dry-run.module.css'
import { jobName, scopeName } from './schedule-words'

/** A preview of a run. */
export function DryRun({ schedule, onClose }: { readonly schedule: ScheduleDto; readonly onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: ['dry-run', schedule.id],
    queryFn: () => api.post('/api/v1/schedules/{schedule_id}/dry-run', { params: { schedule_id: schedule.id } }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog opened title={ta('schedules.preview')} onClose={onClose}>
      <div className={form.form}>
        <p className={classes.what}>
          {jobName(schedule.job)} · {scopeName(schedule)}
        </p>
        {error ? (
          <p role="alert" className={form.error}>
            {errorSentence(error)}
          </p>
        ) : data ? (
          <Outcome run={data} />
        ) : (
          <p className={form.hint}>{ta('schedules.previewing')}</p>
        )}
        <div className={form.buttons}>
          <Button onClick={onClose} data-autofocus>
            {ta('admin.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Outcome({ run }: { readonly run: ScheduleDryRunResponse }) {
  const facts = [
    { name: ta('schedules.libraries'), count: run.libraries },
    { name: ta('inventory.series'), count: run.series },
    { name: ta('inventory.books'), count: run.books },
    { name: ta('schedules.files'), count: run.files },
  ].filter(fact => fact.count > 0)
  return (
    <>
      <p>{ta(`schedules.jobHint.${run.job}`)}</p>
      {(facts.length > 0 || run.bytes > 0) && (
        <dl className={classes.facts}>
          {facts.map(fact => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{formatNumber(fact.count)}</dd>
            </div>
          ))}
          {run.bytes > 0 && (
            <div>
              <dt>{ta('inventory.size')}</dt>
              <dd>{formatSize(run.bytes)}</dd>
            </div>
          )}
        </dl>
      )}
      {run.refresh?.planFailure && (
        <div>
          <p className={form.error}>{ta('schedules.planFailed')}</p>
          <TechnicalDetail>{run.refresh.planFailure}</TechnicalDetail>
        </div>
      )}
      {run.refresh && run.refresh.sample.length > 0 && (
        <ul className={classes.sample}>
          {run.refresh.sample.map(series => (
            <li key={series.seriesId}>
              <strong>{series.seriesName}</strong>
              <span>{Object.keys(series.changes).join(', ') || ta('schedules.unchanged')}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

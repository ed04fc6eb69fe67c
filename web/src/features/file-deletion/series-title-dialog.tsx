import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { toast } from '../../ui/toast'
import { tf } from './messages'

type Props = { readonly series: SeriesDto; readonly onClose: () => void }

/** A preview of a series' title by the rules of its library. */
export function SeriesTitleDialog({ series, onClose }: Props) {
  const path = '/api/v1/series/{series_id}/title/reprocess'
  const params = { series_id: series.id }
  const { data, error, refetch } = useQuery({
    queryKey: ['series-title', series.id],
    queryFn: ({ signal }) => api.post(path, { params, body: { dryRun: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
  const apply = useMutation({
    mutationFn: () => api.post(path, { params, body: {} }),
    onSuccess: () => {
      toast({ message: tf('titles.applying') })
      onClose()
    },
  })
  const change = data?.changes?.[0]
  const isLocked = (data?.lockedTitles ?? 0) > 0
  return (
    <Dialog opened title={tf('titles.title')} onClose={onClose}>
      <div className={form.form}>
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data && (
          <p>
            {change
              ? tf('titles.change', { before: change.before, after: change.after })
              : tf(isLocked ? 'titles.locked' : 'titles.same')}
          </p>
        )}
        <div className={form.buttons}>
          {apply.error && (
            <p role="alert" className={form.error}>
              {errorSentence(apply.error)}
            </p>
          )}
          <Button variant="subtle" onClick={onClose}>
            {t(change ? 'action.cancel' : 'action.close')}
          </Button>
          {change && (
            <Button loading={apply.isPending} onClick={() => apply.mutate()}>
              {tf('titles.apply')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { t } from '../../messages'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { toast } from '../../ui/toast'
import { SeriesCard } from '../series'
import { type Recommended, recommendedRowQuery } from './home.queries'
import classes from './recommended-card.module.css'

type Props = {
  readonly series: Recommended
  /** The row's title names the series that this one matches. */
  readonly isCauseInTitle: boolean
  readonly eager: boolean
}

/** A recommended series with the reason; can be dismissed. */
export function RecommendedCard({ series, isCauseInTitle, eager }: Props) {
  const { seriesTitle, kind, names } = series.cause
  const [name] = names
  const common = kind === 'collection' && name !== undefined ? t('home.inCollection', { title: name }) : name
  const params = { external_id: series.id }
  const freshen = () => queryClient.invalidateQueries({ queryKey: recommendedRowQuery.queryKey })
  const failed = (error: unknown) => toast({ message: errorSentence(error), tone: 'bad' })
  const restore = useMutation({
    mutationFn: () => api.delete('/api/v1/user/recommendations/{external_id}/dismiss', { params }),
    onError: failed,
    onSettled: freshen,
  })
  const dismiss = useMutation({
    mutationFn: () => api.post('/api/v1/user/recommendations/{external_id}/dismiss', { params, body: {} }),
    onSuccess: () =>
      toast({
        message: t('home.dismissed', { title: series.title }),
        action: { label: t('action.undo'), run: () => restore.mutate() },
      }),
    onError: failed,
    onSettled: freshen,
  })
  return (
    <div className={classes.card}>
      <SeriesCard series={series} place="because-you-read" eager={eager} />
      <div className={classes.reason}>
        <span title={t('home.becauseYouRead', { title: seriesTitle })}>
          {dotted([!isCauseInTitle && seriesTitle, common])}
        </span>
        <IconButton label={t('home.dismiss', { title: series.title })} onClick={() => dismiss.mutate()}>
          <IconX size={16} stroke={1.7} />
        </IconButton>
      </div>
    </div>
  )
}

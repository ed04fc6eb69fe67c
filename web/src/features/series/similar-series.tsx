import { useQuery } from '@tanstack/react-query'
import { t } from '../../messages'
import { Shelf } from '../../ui/shelf'
import { similarSeriesQuery } from './series.queries'
import { SeriesCard } from './series-card'

/** Series similar to this one; hidden if there are none. */
export function SimilarSeries({ seriesId }: { readonly seriesId: string }) {
  const similar = useQuery(similarSeriesQuery(seriesId)).data ?? []
  if (similar.length === 0) return null
  return (
    <Shelf title={t('series.similar')}>
      {similar.map(series => (
        <SeriesCard key={series.id} series={series} place="similar" />
      ))}
    </Shelf>
  )
}

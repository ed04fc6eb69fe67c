import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import type { SeriesDto } from '../../api/types'
import { MediaCard } from '../../ui/media-card'
import { rememberSeries } from './series.queries'
import { seriesFacts } from './series-facts'

const SeriesMenu = lazy(() => import('./series-menu'))

type Props = {
  readonly series: SeriesDto
  readonly place: string
  readonly eager?: boolean | undefined
  readonly passing?: boolean | undefined
  readonly look?: 'card' | 'row'
  /** The title with parts of it marked. */
  readonly title?: ReactNode
}

export function SeriesCard({ series, place, eager, passing, look, title }: Props) {
  return (
    <MediaCard
      facts={seriesFacts(series)}
      place={place}
      eager={eager}
      passing={passing}
      {...(look ? { look } : {})}
      title={title}
      link={({ onClick, ...props }) => (
        <Link
          to="/series/$seriesId"
          params={{ seriesId: series.id }}
          onClick={() => {
            onClick()
            rememberSeries(series)
          }}
          {...props}
        />
      )}
      menu={menu => <SeriesMenu series={series} {...menu} />}
    />
  )
}

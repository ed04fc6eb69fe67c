import type { ReactNode } from 'react'
import type { SeriesDto } from '../../api/types'
import { lazyPart } from '../../ui/lazy-part'
import { type CardChoice, MediaCard } from '../../ui/media-card'
import { QuickLink } from '../../ui/quick-link'
import { rememberSeries } from './series.queries'
import { seriesFacts } from './series-facts'

const SeriesMenu = lazyPart(() => import('./series-menu'))

type Props = {
  readonly series: SeriesDto
  readonly place: string
  readonly eager?: boolean | undefined
  readonly passing?: boolean | undefined
  readonly sizes?: string | undefined
  readonly look?: 'card' | 'row'
  /** Comes first in the quiet line. */
  readonly lead?: string | undefined
  /** The title with matches marked. */
  readonly title?: ReactNode
  readonly choice?: CardChoice | undefined
}

export function SeriesCard({ series, place, eager, passing, sizes, look, lead, title, choice }: Props) {
  return (
    <MediaCard
      facts={seriesFacts(series)}
      place={place}
      eager={eager}
      passing={passing}
      sizes={sizes}
      lead={lead}
      choice={choice}
      {...(look ? { look } : {})}
      title={title}
      link={({ onClick, ...props }) => (
        <QuickLink
          to="/series/$seriesId"
          params={{ seriesId: series.id }}
          onClick={event => {
            onClick(event)
            if (event.defaultPrevented) return
            rememberSeries(series)
          }}
          {...props}
        />
      )}
      menu={menu => <SeriesMenu series={series} {...menu} />}
    />
  )
}

import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { CardMenu } from '../../ui/card-menu'
import { SeriesMenuItems } from './series-menu'
import { useSeriesWork } from './series-work'

type Props = { readonly series: SeriesDto; readonly opened: boolean; readonly onClose: () => void }

export default function SeriesMoreMenu({ series, opened, onClose }: Props) {
  const more = useSeriesWork(series)
  return (
    <>
      {more.dialog}
      <CardMenu label={t('card.more', { title: series.title })} opened={opened} onClose={onClose}>
        <SeriesMenuItems series={series} />
        {more.items}
      </CardMenu>
    </>
  )
}

import { t } from '../../messages'
import { MediaCard } from '../../ui/media-card'
import { QuickLink } from '../../ui/quick-link'
import { bookCover } from '../books'
import type { Stack } from './stacks.rules'

type Props = {
  readonly stack: Stack
  readonly place: string
  readonly eager: boolean
}

/** Several new books of one series: opens the series. */
export function StackCard({ stack: { book, count, isCut }, place, eager }: Props) {
  return (
    <MediaCard
      facts={{
        id: book.seriesId,
        title: book.seriesName,
        // A wrong number would be worse than none.
        line: isCut ? t('home.newBooks') : t('home.newInSeries', { count }),
        cover: bookCover(book),
        thumbHash: book.thumbHash,
        progress: null,
        unread: false,
        state: '',
        isStack: true,
      }}
      place={place}
      eager={eager}
      link={props => <QuickLink to="/series/$seriesId" params={{ seriesId: book.seriesId }} {...props} />}
    />
  )
}

import { memo } from 'react'
import type { BookDto, SeriesDto } from '../../api/types'
import type { CardChoice } from '../../ui/media-card'
import { BookCard } from '../books'
import type { CardContext } from '../books/book-facts'
import { SeriesCard } from '../series'
import type { ListKind } from './question/question'
import type { Chosen } from './selection/use-selection'

type Props = {
  readonly kind: ListKind
  readonly item: SeriesDto | BookDto
  /** In a list sorted by ratings. */
  readonly rating: string | undefined
  readonly index: number
  /** The list of the card. */
  readonly place?: string
  readonly context?: CardContext
  readonly look: 'card' | 'row'
  /** Used only when the card is first rendered. */
  readonly passing: boolean
  readonly eager: boolean
  readonly sizes: string
  readonly chosen: boolean
  /** The same function for all items of a list. */
  readonly onChoose: (item: Chosen, range: boolean) => void
}

/** One card or line of a list. While the list scrolls, visible items are not rendered again. */
export const ListItem = memo(DrawnItem, (before, now) =>
  (['kind', 'item', 'rating', 'index', 'look', 'sizes', 'chosen', 'onChoose'] as const).every(
    name => before[name] === now[name],
  ),
)

function DrawnItem(props: Props) {
  const { kind, item, rating, index, place = 'library', context, look, passing, eager, sizes, chosen, onChoose } = props
  const choice: CardChoice = { chosen, onChoose: range => onChoose({ id: item.id, index }, range) }
  const shared = { place, lead: rating, look, passing, eager, sizes, choice }
  return kind === 'series' ? (
    <SeriesCard series={item as SeriesDto} {...shared} />
  ) : (
    <BookCard book={item as BookDto} context={context} {...shared} />
  )
}

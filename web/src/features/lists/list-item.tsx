import { memo } from 'react'
import type { BookDto, SeriesDto } from '../../api/types'
import type { CardChoice } from '../../ui/media-card'
import { BookCard } from '../books'
import { SeriesCard } from '../series'
import type { ListKind } from './question/question'
import type { Chosen } from './selection/use-selection'

type Props = {
  readonly kind: ListKind
  readonly item: SeriesDto | BookDto
  /** In a list sorted by ratings. */
  readonly rating: string | undefined
  readonly index: number
  readonly look: 'card' | 'row'
  /** Used only when the card is first rendered. */
  readonly passing: boolean
  readonly eager: boolean
  readonly sizes: string
  readonly chosen: boolean
  readonly choosing: boolean
  /** The same function for all items of a list. */
  readonly onChoose: (item: Chosen, range: boolean) => void
}

/** One card or line of a list. While the list scrolls, visible items are not rendered again. */
export const ListItem = memo(DrawnItem, (before, now) =>
  (['kind', 'item', 'rating', 'index', 'look', 'sizes', 'chosen', 'choosing', 'onChoose'] as const).every(
    name => before[name] === now[name],
  ),
)

function DrawnItem({ kind, item, rating, index, look, passing, eager, sizes, chosen, choosing, onChoose }: Props) {
  const choice: CardChoice = { chosen, choosing, onChoose: range => onChoose({ id: item.id, index }, range) }
  const shared = { place: 'library', lead: rating, look, passing, eager, sizes, choice }
  return kind === 'series' ? (
    <SeriesCard series={item as SeriesDto} {...shared} />
  ) : (
    <BookCard book={item as BookDto} {...shared} />
  )
}

import '@mantine/core/styles/Rating.layer.css'
import { Rating } from '@mantine/core'
import classes from './external.module.css'
import { tx } from './messages'
import { POINTS_OF_STAR } from './rating-text'

type Props = { readonly points: number | null; readonly onPoints: (points: number | null) => void }

/** Five stars with halves, to choose from. */
export function Stars({ points, onPoints }: Props) {
  return (
    <Rating
      role="radiogroup"
      aria-label={tx('rating.mine')}
      value={(points ?? 0) / POINTS_OF_STAR}
      fractions={2}
      size="touch"
      className={classes.stars ?? ''}
      color="var(--accent)"
      getSymbolLabel={value => (value === 0 ? tx('rating.noStars') : tx('rating.stars', { value }))}
      onChange={stars => onPoints(Math.round(stars * POINTS_OF_STAR) || null)}
    />
  )
}

import classes from './card-skeleton.module.css'

/** A placeholder of a card, in its size. */
export function CardSkeleton({ look }: { readonly look: 'grid' | 'list' }) {
  return (
    <div className={classes.card} data-look={look} aria-hidden>
      <div className={classes.cover} />
    </div>
  )
}

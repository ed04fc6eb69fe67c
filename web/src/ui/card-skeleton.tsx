import classes from './card-skeleton.module.css'

/** A card that has not come yet, in its size. */
export function CardSkeleton({ look }: { readonly look: 'grid' | 'list' }) {
  return (
    <div className={classes.card} data-look={look} aria-hidden>
      <div className={classes.cover} />
    </div>
  )
}

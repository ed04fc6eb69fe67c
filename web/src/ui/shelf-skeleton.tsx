import classes from './skeleton.module.css'

/** A row of placeholders, shown only after a short delay. */
export function ShelfSkeleton() {
  return (
    <div className={classes.shelf} aria-hidden>
      <div className={classes.heading} />
      <div className={classes.cards}>
        {[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(card => (
          <div key={card} className={classes.cover} />
        ))}
      </div>
    </div>
  )
}

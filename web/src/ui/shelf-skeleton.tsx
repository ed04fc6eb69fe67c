import classes from './skeleton.module.css'

/** A row of empty covers, drawn only when waiting takes longer than a blink. */
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

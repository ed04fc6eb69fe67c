import classes from './skeleton.module.css'

/** Placeholders of rows with a small cover, shown only after a short delay. */
export function RowsSkeleton() {
  return (
    <div className={classes.rows} aria-hidden>
      {[0, 1, 2, 3, 4, 5].map(row => (
        <div key={row} className={classes.row}>
          <div className={classes.cover} />
          <div className={classes.line} />
        </div>
      ))}
    </div>
  )
}

import classes from './progress-line.module.css'

/** A progress bar; `share` null: running, progress unknown. */
export function ProgressLine({ share, label }: { readonly share: number | null; readonly label: string }) {
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    >
      <div
        className={classes.bar}
        data-unknown={share === null}
        style={share === null ? {} : { transform: `scaleX(${share})` }}
      />
    </div>
  )
}

import classes from './progress-line.module.css'

/** How far something is; `share` null: under way, nobody knows how far. */
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

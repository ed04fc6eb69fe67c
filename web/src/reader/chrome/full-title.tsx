import classes from './full-title.module.css'

type Props = { readonly title: string; readonly subtitle: string | null }

/** The title of the book in a panel: the bar of a phone has no room for a long one. */
export function FullTitle({ title, subtitle }: Props) {
  return (
    <div className={classes.names}>
      <p className={classes.title}>{title}</p>
      {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
    </div>
  )
}

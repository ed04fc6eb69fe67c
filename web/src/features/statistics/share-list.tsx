import { type ReactNode, useId } from 'react'
import { tst } from './messages'
import classes from './statistics.module.css'
import { Time } from './time'

export type ShareLine = {
  readonly key: string
  readonly name: ReactNode
  readonly ms: number
  readonly pages: number
}

/** The most read items as a list with bars and numbers. */
export function ShareList({ title, lines }: { readonly title: string; readonly lines: readonly ShareLine[] }) {
  const id = useId()
  // Books that were only marked as read have neither time nor pages.
  const shown = lines.filter(({ ms, pages }) => ms > 0 || pages > 0)
  if (shown.length === 0) return null
  const most = Math.max(1, ...shown.map(({ ms }) => ms))
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className={classes.shares}>
        {shown.map(({ key, name, ms, pages }) => (
          <li key={key}>
            <span className={classes.shareName}>{name}</span>
            <span className={classes.shareValue}>{ms > 0 ? <Time ms={ms} /> : tst('stats.share', { pages })}</span>
            <span className={classes.shareBar} aria-hidden style={{ width: `${Math.max(1, (ms / most) * 100)}%` }} />
          </li>
        ))}
      </ol>
    </section>
  )
}

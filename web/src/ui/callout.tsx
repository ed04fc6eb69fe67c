import type { ReactNode } from 'react'
import classes from './callout.module.css'
import { TechnicalDetail } from './technical-detail'

type Props = {
  readonly tone: 'bad' | 'calm'
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  /** The server's own words, behind a disclosure. */
  readonly detail?: string | null
  /** Announced at once by screen readers: for messages after an action. */
  readonly alert?: boolean
}

export function Callout({ tone, icon, title, children, detail, alert = false }: Props) {
  return (
    <div className={classes.callout} data-tone={tone} role={alert ? 'alert' : undefined}>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <div className={classes.words}>
        <strong>{title}</strong>
        {children && <p>{children}</p>}
        {detail && <TechnicalDetail>{detail}</TechnicalDetail>}
      </div>
    </div>
  )
}

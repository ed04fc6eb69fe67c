import type { ReactNode } from 'react'
import classes from './callout.module.css'

type Props = {
  readonly tone: 'bad' | 'calm'
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  /** The exact words of the problem, for a bug report. */
  readonly detail?: string | null
  /** Said at once by a screen reader: for what appears after an action. */
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
        {detail && <code className={classes.detail}>{detail}</code>}
      </div>
    </div>
  )
}

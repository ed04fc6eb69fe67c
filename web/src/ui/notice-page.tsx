import type { ReactNode } from 'react'
import classes from './notice-page.module.css'

type Props = {
  readonly icon: ReactNode
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** A heading of the page, or of a part of it. */
  readonly level?: 1 | 2
  readonly role?: 'alert' | 'status'
}

/** A message in the middle of an empty area: nothing here, not found, an error. */
export function NoticePage({ icon, title, children, actions, level = 1, role }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes.notice} role={role}>
      <div className={classes.icon} aria-hidden>
        {icon}
      </div>
      <Heading className={classes.title}>{title}</Heading>
      {children && <div className={classes.text}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  readonly title: string
  readonly line?: ReactNode
  /** The line says how much was found: announced when a search or filter changes it. */
  readonly counts?: boolean
  readonly aside?: ReactNode
  /** Pages of text and forms stay narrow enough to read. */
  readonly narrow?: boolean
  /** Lists and figures stay within a comfortable width. */
  readonly wide?: boolean
  /** On a phone the line and the buttons are next to the title, which leaves more room for a list. */
  readonly compact?: boolean
  readonly children: ReactNode
}

/** A plain page: its name at the top, everything else below. */
export function Page({
  title,
  line,
  counts = false,
  aside,
  narrow = false,
  wide = false,
  compact = false,
  children,
}: Props) {
  return (
    <div className={classes.page} data-narrow={narrow} data-wide={wide} data-compact={compact}>
      <header className={classes.head}>
        <div className={classes.names}>
          <h1 className={classes.title}>{title}</h1>
          {line && (
            <p className={classes.line} {...(counts && { role: 'status' })}>
              {line}
            </p>
          )}
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </header>
      {children}
    </div>
  )
}

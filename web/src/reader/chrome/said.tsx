import type { ReactNode } from 'react'
import classes from './said.module.css'

/** Told to screen readers, seen by nobody. */
export function Said({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.said} role="status">
      {children}
    </p>
  )
}

import type { ReactNode } from 'react'
import classes from './said.module.css'

/** For screen readers only. */
export function Said({ children }: { readonly children: ReactNode }) {
  return (
    <p className={classes.said} role="status">
      {children}
    </p>
  )
}

import type { ReactNode } from 'react'
import classes from './figures.module.css'

export type Figure = {
  readonly name: string
  readonly value: ReactNode
  readonly line?: ReactNode
  readonly bad?: boolean
}

/** A few important numbers in large type. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, value, line, bad = false }) => (
        <div key={name} className={classes.figure} data-bad={bad}>
          <dt>{name}</dt>
          <dd className={classes.value}>{value}</dd>
          {line && <dd className={classes.line}>{line}</dd>}
        </div>
      ))}
    </dl>
  )
}

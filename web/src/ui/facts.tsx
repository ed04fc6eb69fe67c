import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { readonly name: string; readonly value: ReactNode; readonly wide?: boolean }

/** Names and values; unknown ones are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(fact => fact.value !== null && fact.value !== undefined && fact.value !== '')
  return (
    <dl className={classes.facts}>
      {known.map(fact => (
        <div key={fact.name} className={classes.fact} data-wide={fact.wide ?? false}>
          <dt>{fact.name}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

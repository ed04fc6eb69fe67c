import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QuietSelect } from '../../ui/quiet-select'
import { useTypedText } from '../../ui/use-typed-text'
import { useMay } from '../auth'
import { peopleQuery } from './audit.queries'
import { groupNames, kindGroups, readKind } from './audit-kinds.rules'
import classes from './audit-page.module.css'
import { type AuditSearch, dayOf, outcomes, timePresets } from './audit-search.rules'
import { tu } from './messages'

type Change = { readonly [Name in keyof AuditSearch]?: AuditSearch[Name] | undefined }
type Props = {
  readonly search: AuditSearch
  /** The name of the person in the address, if known. */
  readonly personName: string | undefined
  readonly onFilter: (change: Change) => void
}

/** The filters of the log: kind, person, outcome, time and text. */
export function AuditFilters({ search, personName, onFilter }: Props) {
  return (
    <search className={classes.filters}>
      <Words value={search.q ?? ''} onWords={q => onFilter({ q })} />
      <QuietSelect
        label={tu('audit.filter')}
        value={search.kind ?? ''}
        onChange={value => onFilter({ kind: readKind(value) })}
        choices={[
          { value: '', label: tu('audit.all') },
          ...groupNames.flatMap(name => {
            const group = tu(`audit.group.${name}`)
            return [
              { value: name, label: tu('audit.groupAll', { group }), group },
              ...kindGroups[name].map(action => ({ value: action, label: tu(`audit.action.${action}`), group })),
            ]
          }),
        ]}
      />
      <People value={search.person} name={personName} onPerson={person => onFilter({ person })} />
      <QuietSelect
        label={tu('audit.filterOutcome')}
        value={search.outcome ?? ''}
        onChange={value => onFilter({ outcome: outcomes.find(one => one === value) })}
        choices={[
          { value: '', label: tu('audit.anyOutcome') },
          ...outcomes.map(value => ({ value, label: tu(`audit.outcome.${value}`) })),
        ]}
      />
      <Times search={search} onFilter={onFilter} />
    </search>
  )
}

function Words({ value, onWords }: { readonly value: string; readonly onWords: (words: string) => void }) {
  const { typed, type } = useTypedText({ text: value, onText: onWords, waitMs: 300 })
  return (
    <input
      type="search"
      className={classes.words}
      aria-label={tu('audit.search')}
      placeholder={tu('audit.search')}
      maxLength={200}
      value={typed}
      onChange={event => type(event.currentTarget.value)}
    />
  )
}

type PeopleProps = {
  readonly value: string | undefined
  readonly name: string | undefined
  readonly onPerson: (id: string | undefined) => void
}

function People({ value, name, onPerson }: PeopleProps) {
  const may = useMay('users-read')
  const people = useQuery({ ...peopleQuery, enabled: may }).data ?? []
  const choices = people.map(({ id, username }) => ({ value: id, label: username }))
  if (value && !people.some(({ id }) => id === value)) {
    choices.push({ value, label: name ?? tu('audit.deletedUser') })
  }
  if (choices.length === 0) return null
  return (
    <QuietSelect
      label={tu('audit.person')}
      value={value ?? ''}
      onChange={id => onPerson(id || undefined)}
      choices={[{ value: '', label: tu('audit.everybody') }, ...choices]}
    />
  )
}

function Times({ search, onFilter }: Pick<Props, 'search' | 'onFilter'>) {
  const days = search.from !== undefined || search.to !== undefined
  const today = dayOf(new Date())
  const choose = (value: string): void => {
    const time = timePresets.find(one => one === value)
    const inDays = value === 'days' ? { from: dayOf(new Date(), -6), to: today } : { from: undefined, to: undefined }
    onFilter({ time, ...inDays })
  }
  return (
    <>
      <QuietSelect
        label={tu('audit.time')}
        value={days ? 'days' : (search.time ?? '')}
        onChange={choose}
        choices={[
          { value: '', label: tu('audit.anyTime') },
          ...timePresets.map(value => ({ value, label: tu(`audit.time.${value}`) })),
          { value: 'days', label: tu('audit.time.days') },
        ]}
      />
      {days && (
        <span className={classes.days}>
          <Day label={tu('audit.from')} value={search.from} max={search.to} onDay={from => onFilter({ from })} />
          <span aria-hidden>–</span>
          <Day label={tu('audit.to')} value={search.to} min={search.from} onDay={to => onFilter({ to })} />
        </span>
      )}
    </>
  )
}

type DayProps = {
  readonly label: string
  readonly value: string | undefined
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onDay: (day: string | undefined) => void
}

function Day({ label, value, min, max, onDay }: DayProps): ReactNode {
  return (
    <input
      type="date"
      className={classes.day}
      aria-label={label}
      value={value ?? ''}
      min={min}
      max={max}
      onChange={event => onDay(event.currentTarget.value || undefined)}
    />
  )
}

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button'
import type { Person } from './draft.rules'
import { ROLES } from './edited-fields'
import classes from './editing.module.css'
import { te } from './messages'

type Props = {
  readonly people: readonly Person[]
  readonly error: string | undefined
  readonly onChange: (people: readonly Person[]) => void
}

/** People with their roles, in order. */
export function PeopleField({ people, error, onChange }: Props) {
  const isAdded = useRef(false)
  const set = (at: number, change: Partial<Person>) =>
    onChange(people.map((person, index) => (index === at ? { ...person, ...change } : person)))
  return (
    <div className={classes.people}>
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would not be a grid
        <div key={at} role="group" data-row className={classes.person} aria-label={nameOf(person, at)}>
          <TextInput
            autoFocus={isAdded.current && at === people.length - 1}
            aria-label={te('editing.personName')}
            placeholder={te('editing.personName')}
            value={person.name}
            onChange={event => set(at, { name: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={te('editing.personRole')}
            value={person.role}
            data={ROLES.map(role => ({ value: role, label: te(`role.${role}`) }))}
            onChange={event => set(at, { role: event.currentTarget.value })}
          />
          <IconButton
            label={te('editing.removeName', { name: nameOf(person, at) })}
            onClick={() => onChange(people.filter((_, index) => index !== at))}
          >
            <IconTrash size={19} stroke={1.6} />
          </IconButton>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <Button
        variant="subtle"
        leftSection={<IconPlus size={18} stroke={1.8} />}
        onClick={() => {
          isAdded.current = true
          onChange([...people, { name: '', role: 'writer', sortName: null }])
        }}
      >
        {te('editing.addPerson')}
      </Button>
    </div>
  )
}

const nameOf = ({ name }: Person, at: number) => name.trim() || te('editing.person', { number: at + 1 })

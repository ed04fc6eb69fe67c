import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react'
import type { UserDto } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { tp } from './messages'
import { usersQuery } from './people.queries'
import classes from './person-picker.module.css'

type Props = {
  readonly label: string
  /** People not to suggest. */
  readonly except?: ReadonlySet<string>
  /** Keeps the selected name in the field. */
  readonly keeps?: boolean
  readonly onPick: (user: UserDto) => void
}

const OFFERED = 6

/** Finds a person among any number, by part of the name or e-mail address. */
export function PersonPicker({ label, except, keeps = false, onPick }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const [opened, setOpened] = useState(false)
  const [at, setAt] = useState(0)
  const search = useDeferredValue(text.trim())
  const { data, error } = useQuery({ ...usersQuery({ search, role: '', page: 1 }), enabled: opened })
  const found = (data?.data ?? []).filter(user => !except?.has(user.id))
  const offered = found.slice(0, OFFERED)
  const hidden = (data?.total ?? 0) > (data?.data.length ?? 0) || found.length > OFFERED
  const pick = (user: UserDto) => {
    setText(keeps ? user.username : '')
    setOpened(false)
    setAt(0)
    onPick(user)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt(now => (opened && offered.length > 0 ? (now + step + offered.length) % offered.length : 0))
      setOpened(true)
    }
    const user = offered[at]
    if (event.key === 'Enter') {
      // Selecting somebody must not submit the surrounding form.
      event.preventDefault()
      if (opened && user) pick(user)
    }
    if (event.key === 'Escape' && opened) setOpened(false)
  }
  return (
    <div className={classes.picker}>
      <TextInput
        label={label}
        placeholder={tp('people.search')}
        role="combobox"
        autoComplete="off"
        aria-expanded={opened}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={opened && offered[at] ? `${id}-${at}` : undefined}
        // Escape closes the suggestions, not the surrounding dialog.
        data-mantine-stop-propagation={opened}
        value={text}
        onFocus={event => event.currentTarget.select()}
        onClick={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onKeyDown={onKeyDown}
        onChange={event => {
          setText(event.currentTarget.value)
          setAt(0)
          setOpened(true)
        }}
      />
      {error && <p role="alert">{errorSentence(error)}</p>}
      <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list} hidden={!opened || !data}>
        {offered.map((user, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field
          <div
            key={user.id}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes.option}
            // The field keeps the focus.
            onMouseDown={event => event.preventDefault()}
            onClick={() => pick(user)}
          >
            <span>{user.username}</span>
            <span className={classes.mail}>
              {user.guardian ? tp('people.childOf', { name: user.guardian }) : user.email}
            </span>
          </div>
        ))}
        {offered.length === 0 && <p className={classes.more}>{tp('people.none')}</p>}
      </div>
      {opened && hidden && <p className={classes.more}>{tp('people.moreFound')}</p>}
    </div>
  )
}

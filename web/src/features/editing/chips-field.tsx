import { TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './editing.module.css'
import { te } from './messages'

type Props = {
  readonly label: string
  readonly names: readonly string[]
  readonly error: string | undefined
  readonly onChange: (names: readonly string[]) => void
}

/** A list of removable names; a comma or Enter adds the typed one. */
export function ChipsField({ label, names, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const known = new Set(names.map(name => name.toLowerCase()))
    const fresh = text
      .split(',')
      .map(name => name.trim())
      .filter(name => name !== '' && !known.has(name.toLowerCase()))
    if (fresh.length > 0) onChange([...names, ...new Set(fresh)])
    setTyped('')
  }
  return (
    <div className={classes.chipsField}>
      <TextInput
        label={label}
        placeholder={te('editing.addName')}
        error={error}
        value={typed}
        onChange={event => {
          const text = event.currentTarget.value
          if (text.includes(',')) add(text)
          else setTyped(text)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            add(typed)
          } else if (event.key === 'Backspace' && typed === '' && names.length > 0) onChange(names.slice(0, -1))
        }}
        onBlur={() => add(typed)}
      />
      {names.length > 0 && (
        <ul className={classes.chips}>
          {names.map(name => (
            <li key={name}>
              <button
                type="button"
                className={classes.chip}
                aria-label={te('editing.removeName', { name })}
                onClick={() => onChange(names.filter(each => each !== name))}
              >
                {name}
                <IconX size={14} stroke={2} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

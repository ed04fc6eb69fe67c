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

/** A list of removable names. What is typed counts at once; a comma, Enter or leaving the field begins the next one. */
export function ChipsField({ label, names, error, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [begun, setBegun] = useState<readonly string[]>([])
  const done = names.filter(name => !begun.includes(name))
  const finish = () => {
    setTyped('')
    setBegun([])
  }
  const type = (text: string) => {
    const fresh = newNames(text, done)
    if (fresh.join() !== begun.join()) onChange([...done, ...fresh])
    if (text.includes(',')) return finish()
    setTyped(text)
    setBegun(fresh)
  }
  return (
    <div className={classes.chipsField}>
      <TextInput
        label={label}
        placeholder={te('editing.addName')}
        error={error}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') {
            event.preventDefault()
            finish()
          } else if (event.key === 'Backspace' && typed === '' && names.length > 0) onChange(names.slice(0, -1))
        }}
        onBlur={finish}
      />
      {names.length > 0 && (
        <ul className={classes.chips}>
          {names.map(name => (
            <li key={name} data-begun={begun.includes(name)}>
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

function newNames(text: string, known: readonly string[]): readonly string[] {
  const taken = new Set(known.map(name => name.toLowerCase()))
  const names = text.split(',').map(name => name.trim())
  return [...new Set(names)].filter(name => name !== '' && !taken.has(name.toLowerCase()))
}

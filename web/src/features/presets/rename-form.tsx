import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FilterPresetDto } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { changePreset } from './change-preset'
import { tp } from './messages'
import classes from './presets-menu.module.css'

type Props = { readonly preset: FilterPresetDto; readonly onDone: () => void }

export function RenameForm({ preset, onDone }: Props) {
  const [name, setName] = useState(preset.name)
  const [error, setError] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    try {
      await changePreset(preset, { name: name.trim() })
      onDone()
    } catch (failure) {
      setError(errorSentence(failure))
    }
  }
  return (
    <form className={classes.form} onSubmit={event => void submit(event)}>
      <TextInput
        label={tp('preset.name')}
        value={name}
        maxLength={100}
        error={error}
        autoFocus
        onChange={event => {
          setName(event.currentTarget.value)
          setError(null)
        }}
      />
      <div className={classes.buttons}>
        <Button variant="subtle" size="xs" onClick={onDone}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" size="xs" disabled={!name.trim()}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  )
}

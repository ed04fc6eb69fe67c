import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { Toggle } from '../../ui/toggle'
import { useMay } from '../auth'
import type { Question } from '../lists'
import { savePreset } from './change-preset'
import { tp } from './messages'
import { presetOfQuestion } from './preset-question'
import classes from './presets-menu.module.css'

type Props = {
  readonly question: Question
  readonly library: { readonly id: string; readonly name: string } | null
  readonly onDone: () => void
}

/** Saves the filter, order and view of this page under a name. */
export function PresetForm({ question, library, onDone }: Props) {
  const mayShare = useMay('collections-write')
  const [name, setName] = useState('')
  const [only, setOnly] = useState(false)
  const [pinned, setPinned] = useState(false)
  const [home, setHome] = useState(false)
  const [shared, setShared] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim() || busy) return
    setBusy(true)
    try {
      const libraryId = only && library ? library.id : null
      await savePreset({ ...presetOfQuestion(question), name: name.trim(), libraryId, shared }, { pinned, home })
      onDone()
    } catch (failure) {
      setError(errorSentence(failure))
      setBusy(false)
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
      {library && <Toggle label={tp('preset.inLibrary', { name: library.name })} on={only} onChange={setOnly} />}
      <Toggle label={tp('preset.pin')} on={pinned} onChange={setPinned} />
      <Toggle label={tp('preset.home')} on={home} onChange={setHome} />
      {mayShare && <Toggle label={tp('preset.share')} hint={tp('preset.shareHint')} on={shared} onChange={setShared} />}
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={onDone}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" disabled={!name.trim()} loading={busy}>
          {t('action.save')}
        </Button>
      </div>
    </form>
  )
}

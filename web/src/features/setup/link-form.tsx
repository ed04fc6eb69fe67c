import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { t } from '../../messages'
import form from '../../ui/form.module.css'
import { tokenOf } from './setup-link.rules'

/** Shown at the server's address without the set-up link. */
export function LinkForm({ onToken }: { readonly onToken: (token: string) => void }) {
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const token = tokenOf(text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (token) onToken(token)
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <TextInput
        label={t('setup.link')}
        name="setup-link"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        autoFocus
        error={tried && !token ? t('setup.needLink') : null}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth mt="xs">
        {t('setup.continue')}
      </Button>
    </form>
  )
}

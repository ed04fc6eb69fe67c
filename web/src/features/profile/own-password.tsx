import { Button, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { NewPassword } from '../../ui/new-password'
import { isLongEnough } from '../../ui/password.rules'
import { toast } from '../../ui/toast'
import { tk } from '../auth/messages'

/** Changes the user's own password, which signs all other devices out. */
export function OwnPassword({ hasPassword }: { readonly hasPassword: boolean }) {
  const [opened, setOpened] = useState(false)
  const wasOpen = useRef(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [tried, setTried] = useState(false)
  const close = () => {
    setOpened(false)
    setCurrent('')
    setNext('')
    setTried(false)
  }
  const change = useMutation({
    mutationFn: () =>
      api.post('/api/v1/user/password', {
        body: { ...(hasPassword && { currentPassword: current }), newPassword: next },
        impatient: true,
      }),
    onSuccess: () => {
      close()
      toast({ message: tk('account.changed') })
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
      void queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ((current || !hasPassword) && isLongEnough(next)) change.mutate()
  }
  const label = hasPassword ? tk('account.change') : tk('account.set')
  if (!opened) {
    return (
      <Button
        variant="default"
        autoFocus={wasOpen.current}
        onClick={() => {
          wasOpen.current = true
          setOpened(true)
        }}
      >
        {label}
      </Button>
    )
  }
  return (
    <form className={form.form} onSubmit={submit} noValidate>
      <p className={form.hint}>{tk('account.changeText')}</p>
      {hasPassword && (
        <PasswordInput
          label={tk('account.current')}
          name="current-password"
          autoComplete="current-password"
          required
          autoFocus
          value={current}
          onChange={event => setCurrent(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        />
      )}
      <NewPassword label={tk('account.new')} value={next} tried={tried} onChange={setNext} />
      <FormEnd error={change.error} save={label} saving={change.isPending} onCancel={close} />
    </form>
  )
}

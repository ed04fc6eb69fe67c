import '../../ui/fields.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { addressOf } from '../../api/client'
import type { IdentityProviderDto } from '../../api/types'
import { t } from '../../messages'
import { CopyLine } from '../../ui/copy-line'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import classes from './identity-providers.module.css'
import { useSaveProvider } from './identity-providers.queries'
import { ti } from './messages'
import { freshValues, type ProviderValues, ROLES, requestOf, valuesOf } from './provider-values'

type Props = {
  /** Null for a new one. */
  readonly provider: IdentityProviderDto | null
  readonly onClose: () => void
}

/** The settings of a provider, new or existing. */
export function ProviderDialog({ provider, onClose }: Props) {
  const [values, setValues] = useState<ProviderValues>(provider ? valuesOf(provider) : freshValues)
  const save = useSaveProvider(() => {
    toast({ message: t('action.saved') })
    onClose()
  })
  const change = (changes: Partial<ProviderValues>) => setValues(now => ({ ...now, ...changes }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, ...request } = requestOf(values)
    save.mutate(provider ? { name: provider.name, request } : { name: null, request: { name, ...request } })
  }
  const callback = addressOf('/api/v1/auth/oidc/{provider}/callback', {
    params: { provider: values.name.trim() || '…' },
  })
  const redirect = provider?.redirectUrl ?? location.origin + decodeURI(callback)
  return (
    <Dialog
      opened
      large
      title={provider ? ti('idp.editNamed', { name: provider.displayName }) : ti('idp.newTitle')}
      onClose={onClose}
    >
      <form className={form.form} onSubmit={submit}>
        <div className={classes.pair}>
          <TextInput
            label={ti('idp.displayName')}
            placeholder="Authentik"
            required
            maxLength={60}
            data-autofocus
            value={values.displayName}
            onChange={event => change({ displayName: event.currentTarget.value })}
          />
          {!provider && (
            <TextInput
              label={ti('idp.name')}
              description={ti('idp.nameHint')}
              placeholder="authentik"
              required
              maxLength={40}
              pattern="[a-z0-9][a-z0-9_\-]*"
              autoCapitalize="none"
              spellCheck={false}
              value={values.name}
              onChange={event => change({ name: event.currentTarget.value })}
            />
          )}
        </div>
        <TextInput
          label={ti('idp.issuer')}
          description={ti('idp.issuerHint')}
          placeholder="https://auth.example.org/application/o/octavo/"
          type="url"
          required
          maxLength={500}
          value={values.issuerUrl}
          onChange={event => change({ issuerUrl: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          <TextInput
            label={ti('idp.clientId')}
            required
            maxLength={300}
            autoComplete="off"
            spellCheck={false}
            value={values.clientId}
            onChange={event => change({ clientId: event.currentTarget.value })}
          />
          <PasswordInput
            label={ti('idp.secret')}
            autoComplete="off"
            {...(provider?.hasSecret && { description: ti('idp.secretStored') })}
            value={values.clientSecret}
            onChange={event => change({ clientSecret: event.currentTarget.value })}
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          />
        </div>
        <CopyLine label={ti('idp.redirect')} text={redirect} />
        <Claims values={values} onChange={change} />
        <Roles values={values} onChange={change} />
        <Toggle label={ti('idp.enabled')} on={values.enabled} onChange={enabled => change({ enabled })} />
        <FormEnd error={save.error} save={ti('idp.save')} saving={save.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

type PartProps = {
  readonly values: ProviderValues
  readonly onChange: (changes: Partial<ProviderValues>) => void
}

function Claims({ values, onChange }: PartProps) {
  return (
    <details className={classes.more}>
      <summary>{ti('idp.claims')}</summary>
      <div className={form.form}>
        <TextInput
          label={ti('idp.scopes')}
          description={ti('idp.scopesHint')}
          value={values.scopes}
          onChange={event => onChange({ scopes: event.currentTarget.value })}
        />
        <div className={classes.pair}>
          {(['usernameClaim', 'emailClaim'] as const).map(key => (
            <TextInput
              key={key}
              label={ti(`idp.${key}`)}
              required
              maxLength={200}
              value={values[key]}
              onChange={event => onChange({ [key]: event.currentTarget.value })}
            />
          ))}
        </div>
        <TextInput
          label={ti('idp.groupsClaim')}
          description={ti('idp.groupsHint')}
          required
          maxLength={200}
          value={values.groupsClaim}
          onChange={event => onChange({ groupsClaim: event.currentTarget.value })}
        />
      </div>
    </details>
  )
}

function Roles({ values, onChange }: PartProps) {
  return (
    <details className={classes.more} open={Object.values(values.roles).some(groups => groups !== '')}>
      <summary>{ti('idp.roles')}</summary>
      <div className={form.form}>
        <p className={form.hint}>{ti('idp.rolesHint')}</p>
        {ROLES.map(role => (
          <TextInput
            key={role}
            label={ti(`idp.role.${role}`)}
            value={values.roles[role]}
            onChange={event => onChange({ roles: { ...values.roles, [role]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </details>
  )
}

import '../../ui/fields.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { UserDetailDto, UserRole } from '../../api/types'
import { t } from '../../messages'
import { accountFieldNames } from '../../ui/account-fields'
import { errorAt, errorElsewhere, errorSentence, isAboutPassword } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { NewPassword } from '../../ui/new-password'
import { isLongEnough } from '../../ui/password.rules'
import { Segmented } from '../../ui/segmented'
import { Toggle } from '../../ui/toggle'
import { useFirstFault } from '../../ui/use-first-fault'
import { useMay } from '../auth'
import { tk } from '../auth/messages'
import { type Limits, LimitsFields, noLimits } from './limits-fields'
import { tp } from './messages'
import classes from './people.module.css'
import { PermissionFields } from './permission-fields'

export type UserValues = {
  readonly username: string
  readonly email: string
  readonly password: string
  /** Required when users change their own credentials. */
  readonly currentPassword: string
  readonly role: UserRole
  readonly isActive: boolean
  readonly granted: readonly string[]
  readonly denied: readonly string[]
  readonly limits: Limits
}

export const roles = ['reader', 'maintainer', 'admin'] as const satisfies readonly UserRole[]

export function valuesOf(user: UserDetailDto): UserValues {
  const { username, email, role, isActive, permissions, deniedPermissions } = user
  return {
    username,
    email,
    password: '',
    currentPassword: '',
    role,
    isActive,
    granted: permissions,
    denied: deniedPermissions,
    limits: {
      libraryIds: user.libraryIds ?? null,
      ageLimit: user.ageLimit ?? null,
      showsUnrated: user.showsUnrated,
      grants: new Map(user.sharingTags.map(grant => [grant.sharingTagId, grant.accessMode])),
    },
  }
}

const fresh: UserValues = {
  username: '',
  email: '',
  password: '',
  currentPassword: '',
  role: 'reader',
  isActive: true,
  granted: [],
  denied: [],
  limits: noLimits,
}

type Props = {
  /** Undefined for a new user. */
  readonly start?: UserValues
  readonly self?: boolean
  /** A child profile: nobody signs in to it by e-mail address or password. */
  readonly child?: boolean
  readonly pending: boolean
  readonly error: unknown
  readonly onSubmit: (values: UserValues) => void
  readonly onClose: () => void
}

/** All fields of a user, new or existing. */
export function UserForm({ start, self = false, child = false, pending, error, onSubmit, onClose }: Props) {
  const [values, setValues] = useState<UserValues>(start ?? fresh)
  const mayLimit = useMay('system-admin')
  const change = (changes: Partial<UserValues>) => setValues(now => ({ ...now, ...changes }))
  const limit = (next: (now: Limits) => Limits) => setValues(now => ({ ...now, limits: next(now.limits) }))
  const [tries, setTries] = useState(0)
  const ref = useFirstFault(error, tries)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (values.password === '' || isLongEnough(values.password)) onSubmit(values)
  }
  const asksPassword =
    self && (values.password !== '' || values.username !== start?.username || values.email !== start?.email)
  const elsewhere = asksPassword && isAboutPassword(error) ? null : errorElsewhere(error, accountFieldNames)
  return (
    <form ref={ref} className={form.form} onSubmit={submit}>
      <TextInput
        label={tp('people.username')}
        required
        maxLength={100}
        autoComplete="off"
        data-autofocus
        error={errorAt(error, 'username')}
        value={values.username}
        onChange={event => change({ username: event.currentTarget.value })}
      />
      {!child && (
        <>
          <TextInput
            label={tp('people.email')}
            type="email"
            required
            autoComplete="off"
            error={errorAt(error, 'email')}
            value={values.email}
            onChange={event => change({ email: event.currentTarget.value })}
          />
          <NewPassword
            label={tp(start ? 'people.passwordNew' : 'people.password')}
            hint={tp(start ? 'people.passwordNewHint' : 'people.inviteHint')}
            value={values.password}
            tried={tries > 0}
            error={errorAt(error, 'password')}
            onChange={password => change({ password })}
          />
        </>
      )}
      {asksPassword && (
        <PasswordInput
          label={tk('account.current')}
          name="current-password"
          autoComplete="current-password"
          error={isAboutPassword(error) ? errorSentence(error) : null}
          value={values.currentPassword}
          onChange={event => change({ currentPassword: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        />
      )}
      <div className={classes.role}>
        <span className={classes.label} aria-hidden>
          {tp('people.role')}
        </span>
        <Segmented
          label={tp('people.role')}
          value={values.role}
          choices={roles.map(value => ({ value, label: t(`role.${value}`) }))}
          onChange={role => change({ role })}
        />
        <p className={classes.hint}>{tp(`people.roleHint.${values.role}`)}</p>
      </div>
      {start && !self && (
        <Toggle
          label={tp('people.active')}
          hint={tp('people.activeHint')}
          on={values.isActive}
          onChange={isActive => change({ isActive })}
        />
      )}
      <PermissionFields
        role={values.role}
        granted={values.granted}
        denied={values.denied}
        onChange={({ granted, denied }) => change({ granted, denied })}
      />
      {mayLimit && <LimitsFields limits={values.limits} onChange={limit} />}
      <FormEnd error={elsewhere} save={tp('people.save')} saving={pending} onCancel={onClose} />
    </form>
  )
}

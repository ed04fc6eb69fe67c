import { PasswordInput } from '@mantine/core'
import { PASSWORD_LENGTH } from '@octavo/contract/password-length'
import { t } from '../messages'
import classes from './new-password.module.css'
import { isLongEnough } from './password.rules'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Shows errors: somebody has tried to continue. */
  readonly tried: boolean
  /** The effect of leaving it empty, if that is allowed. */
  readonly hint?: string
  /** The server's error. */
  readonly error?: string | null
}

/** A new password, with hints for a good one. */
export function NewPassword({ label, value, onChange, tried, error = null, hint }: Props) {
  const isAsked = hint === undefined || value !== ''
  const fault = tried && isAsked && !isLongEnough(value) ? t('setup.needPassword', { min: PASSWORD_LENGTH.min }) : error
  return (
    <PasswordInput
      label={label}
      name="new-password"
      autoComplete="new-password"
      required={hint === undefined}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        isAsked ? (
          <span className={classes.rule} data-met={isLongEnough(value)}>
            {t('password.rule', { min: PASSWORD_LENGTH.min })}
          </span>
        ) : (
          hint
        )
      }
      // Mantine does not set it for passwords.
      aria-invalid={fault !== null}
      error={fault}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
    />
  )
}

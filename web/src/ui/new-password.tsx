import { PasswordInput } from '@mantine/core'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useId } from 'react'
import { t } from '../messages'
import classes from './new-password.module.css'
import { passwordRules, unmetRules } from './password.rules'

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** Shows what is wrong: somebody has tried to go on. */
  readonly tried: boolean
  /** What becomes of it when it is left empty, which it may be then. */
  readonly hint?: string
  /** What the server said to it. */
  readonly error?: string | null
}

/** A password to be chosen, with what it has to have beneath. */
export function NewPassword({ label, value, onChange, tried, error = null, hint }: Props) {
  const id = useId()
  const unmet = unmetRules(value)
  const isAsked = hint === undefined || value !== ''
  const fault = tried && isAsked && unmet.length > 0 ? t('setup.needPassword') : error
  return (
    <div>
      <PasswordInput
        label={label}
        name="new-password"
        autoComplete="new-password"
        required={hint === undefined}
        description={hint}
        aria-describedby={id}
        // Mantine does not say it of a password.
        aria-invalid={fault !== null}
        error={fault}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
      />
      <ul className={classes.rules} id={id} hidden={!isAsked}>
        {passwordRules.map(rule => {
          const met = !unmet.includes(rule)
          return (
            <li key={rule} data-met={met}>
              {met ? <IconCheck size={15} stroke={2.2} aria-hidden /> : <IconPoint size={15} aria-hidden />}
              {t(`password.${rule}`)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

import { Button, TextInput } from '@mantine/core'
import { IconHistory, IconRestore } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { SettingDto } from '../../api/types'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { QuietSelect } from '../../ui/quiet-select'
import { showServerName } from '../../ui/server-name'
import { toast } from '../../ui/toast'
import { Toggle } from '../../ui/toggle'
import { ts } from './messages'
import { aboutOf, choiceOf, nameOf, spelledOut, unitOf } from './setting-words'
import { useSaveSetting } from './settings.queries'
import classes from './settings-page.module.css'

type Props = { readonly setting: SettingDto; readonly onHistory: () => void }

/** One setting: what it does, what it is, and the way to change it. */
export function SettingRow({ setting, onHistory }: Props) {
  const { key, changeable, isDefault, origin, version } = setting
  const name = nameOf(key)
  const [saved, setSaved] = useState(0)
  const save = useSaveSetting(key, ({ origin, value }) => {
    setSaved(count => count + 1)
    if (key === 'application.name') showServerName(value)
    toast({ message: ts(origin === 'default' ? 'settings.resetDone' : 'settings.saved', { key: name }) })
  })
  return (
    <li className={classes.row} data-changed={!isDefault}>
      <div className={classes.words}>
        <h3 className={classes.title}>{name}</h3>
        <p className={classes.about}>{aboutOf(setting)}</p>
        <p className={classes.facts}>
          <code>{key}</code>
          {facts(setting).map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {save.error && (
          <p role="alert" className={classes.error}>
            {errorSentence(save.error)}
          </p>
        )}
      </div>
      <div className={classes.value}>
        {isChangedElsewhere(setting) ? (
          <span className={classes.fixed}>
            {spelledOut(setting, setting.value)}{' '}
            <Link to="/settings/tasks" className={classes.elsewhere}>
              {ts('settings.atTasks')}
            </Link>
          </span>
        ) : changeable ? (
          // What is being typed stays while others change it; saved or reset here, the field shows what is so.
          <Field key={saved} setting={setting} pending={save.isPending} onSave={save.mutate} />
        ) : (
          <span className={classes.fixed} data-mono={isTechnical(setting)}>
            {spelledOut(setting, setting.value)}
          </span>
        )}
        <div className={classes.buttons}>
          {changeable && origin === 'changed' && (
            <IconButton
              label={`${ts('settings.reset')}: ${name}`}
              onClick={() => save.mutate({ value: null, reason: '' })}
            >
              <IconRestore size={20} stroke={1.6} />
            </IconButton>
          )}
          {version > 1 && (
            <IconButton label={ts('settings.historyOf', { key: name })} onClick={onHistory}>
              <IconHistory size={20} stroke={1.6} />
            </IconButton>
          )}
        </div>
      </div>
    </li>
  )
}

type FieldProps = {
  readonly setting: SettingDto
  readonly pending: boolean
  readonly onSave: (wish: { readonly value: string; readonly reason: string }) => void
}

function Field({ setting, pending, onSave }: FieldProps) {
  const { key, value, valueType, choices, allowed, minValue, maxValue } = setting
  const name = nameOf(key)
  const unit = valueType === 'integer' ? unitOf(key) : null
  // Null: nobody has touched it.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? value
  const [reason, setReason] = useState('')
  if (valueType === 'boolean') {
    return (
      <Toggle
        bare
        label={name}
        on={value === 'true'}
        disabled={pending}
        onChange={on => onSave({ value: String(on), reason })}
      />
    )
  }
  if (choices && choices.length > 0) {
    return (
      <QuietSelect
        label={name}
        value={value}
        choices={choices.map(choice => ({ value: choice, label: choiceOf(key, choice) }))}
        onChange={choice => onSave({ value: choice, reason })}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text !== value) onSave({ value: text, reason: reason.trim() })
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <span className={classes.entry} data-number={valueType === 'integer'}>
        <TextInput
          aria-label={unit ? `${name} (${unit})` : name}
          title={ts('settings.allowed', { allowed })}
          inputMode={valueType === 'integer' ? 'numeric' : 'text'}
          autoComplete="off"
          value={text}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        {unit && (
          <span className={classes.unit} aria-hidden>
            {unit}
          </span>
        )}
      </span>
      {text !== value && (
        <>
          <p className={classes.about}>
            {valueType === 'integer' && minValue != null && maxValue != null
              ? ts('settings.allowedRange', { from: minValue, to: maxValue })
              : ts('settings.allowed', { allowed })}
          </p>
          <TextInput
            aria-label={ts('settings.reason')}
            placeholder={`${ts('settings.reason')} (${ts('settings.reasonHint')})`}
            maxLength={500}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
          <Button type="submit" loading={pending}>
            {ts('settings.save')}
          </Button>
        </>
      )}
    </form>
  )
}

/** A structure: the page of the tasks has a form for it. */
function isChangedElsewhere({ valueType, changeable }: SettingDto): boolean {
  return changeable && valueType === 'json'
}

/** A value that is written for machines: an address, a path, a list. */
function isTechnical({ valueType, choices, value }: SettingDto): boolean {
  return value !== '' && valueType !== 'boolean' && valueType !== 'integer' && !choices?.length
}

/** Where it comes from and when it takes effect, in few words. */
function facts(setting: SettingDto) {
  const { changeable, origin, isDefault, defaultValue, needsRestart, restartPending, environmentName } = setting
  const pinned =
    origin === 'environment'
      ? ts('settings.pinned.environment', { variable: environmentName ?? '' })
      : origin === 'file' || origin === 'command line'
        ? ts(`settings.pinned.${origin}`)
        : null
  return [
    pinned ?? (changeable ? null : ts('settings.atStart')),
    restartPending ? ts('settings.restartPending') : needsRestart && changeable ? ts('settings.restart') : null,
    isDefault || (!changeable && defaultValue === '')
      ? null
      : ts('settings.default', { value: spelledOut(setting, defaultValue) }),
  ].filter(fact => fact !== null)
}

import { TextInput } from '@mantine/core'
import { IconHistory, IconRestore, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, Fragment } from 'react'
import type { SettingDto } from '../../api/types'
import { labelled } from '../../messages/labelled'
import { IconButton } from '../../ui/icon-button'
import { QuietSelect } from '../../ui/quiet-select'
import { Toggle } from '../../ui/toggle'
import { ts } from './messages'
import { aboutOf, allowedOf, choiceOf, nameOf, spelledOut, unitOf } from './setting-words'
import { type DraftChange, isOwn } from './settings.rules'
import classes from './settings-page.module.css'

type Props = {
  readonly setting: SettingDto
  /** The unsaved value. */
  readonly change: DraftChange | undefined
  /** A new value, null for the default, undefined to discard the change. */
  readonly onDraft: (value: string | null | undefined) => void
  /** The user has finished entering. */
  readonly onEnter: () => void
  readonly onHistory: () => void
}

/** One setting: its purpose, its value, and its input. */
export function SettingRow({ setting, change, onDraft, onEnter, onHistory }: Props) {
  const { key, changeable, isDefault, version, environmentName } = setting
  const name = nameOf(key)
  return (
    <li
      className={classes.row}
      data-changed={!isDefault}
      data-draft={change !== undefined}
      data-switch={setting.valueType === 'boolean'}
    >
      <div className={classes.words}>
        <h3 className={classes.title}>{name}</h3>
        <p className={classes.about}>{aboutOf(setting)}</p>
        <p className={classes.facts}>
          {facts(setting).map(fact => (
            <span key={fact}>{fact}</span>
          ))}
          {change && (
            <span className={classes.draft}>
              {ts('settings.notSaved', { before: spelledOut(setting, setting.value) })}
            </span>
          )}
        </p>
        <details className={classes.details}>
          <summary aria-label={ts('settings.detailsOf', { key: name })}>{ts('settings.details')}</summary>
          <dl>
            <dt>{ts('settings.key')}</dt>
            <dd>{breakable(key)}</dd>
            {environmentName && (
              <>
                <dt>{ts('settings.variable')}</dt>
                <dd>{breakable(environmentName)}</dd>
              </>
            )}
          </dl>
        </details>
      </div>
      <div className={classes.value}>
        {key === 'display.custom_metadata_template' ? (
          <Link to="/settings/template" className={classes.elsewhere}>
            {ts('settings.atTemplate')}
          </Link>
        ) : isChangedElsewhere(setting) ? (
          <span className={classes.fixed}>
            {spelledOut(setting, setting.value)}{' '}
            <Link to="/settings/tasks" className={classes.elsewhere}>
              {ts('settings.atTasks')}
            </Link>
          </span>
        ) : changeable ? (
          <Field setting={setting} value={change?.after ?? setting.value} onDraft={onDraft} onEnter={onEnter} />
        ) : (
          <span className={classes.fixed} data-mono={isTechnical(setting)}>
            {spelledOut(setting, setting.value)}
          </span>
        )}
        <div className={classes.buttons}>
          {change ? (
            <IconButton label={ts('settings.discardNamed', { key: name })} onClick={() => onDraft(undefined)}>
              <IconX size={20} stroke={1.6} />
            </IconButton>
          ) : (
            isOwn(setting) && (
              <IconButton label={labelled(ts('settings.reset'), name)} onClick={() => onDraft(null)}>
                <IconRestore size={20} stroke={1.6} />
              </IconButton>
            )
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
  /** The shown value: the unsaved one, else the current one. */
  readonly value: string
  readonly onDraft: (value: string) => void
  readonly onEnter: () => void
}

function Field({ setting, value, onDraft, onEnter }: FieldProps) {
  const { key, valueType, choices } = setting
  const name = nameOf(key)
  const unit = valueType === 'integer' ? unitOf(key) : null
  if (valueType === 'boolean') {
    return <Toggle bare label={name} on={value === 'true'} onChange={on => onDraft(String(on))} />
  }
  if (choices && choices.length > 0) {
    return (
      <QuietSelect
        label={name}
        value={value}
        choices={choices.map(choice => ({ value: choice, label: choiceOf(key, choice) }))}
        onChange={onDraft}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEnter()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <span className={classes.entry} data-number={valueType === 'integer'}>
        <TextInput
          aria-label={unit ? `${name} (${unit})` : name}
          inputMode={valueType === 'integer' ? 'numeric' : 'text'}
          autoComplete="off"
          value={value}
          onChange={event => onDraft(event.currentTarget.value)}
        />
        {unit && (
          <span className={classes.unit} aria-hidden>
            {unit}
          </span>
        )}
      </span>
      {value !== setting.value && <p className={classes.about}>{allowedOf(setting)}</p>}
    </form>
  )
}

/** A long key breaks after its punctuation rather than inside a word. */
function breakable(key: string) {
  return (key.match(/[^._]+[._]*/g) ?? [key]).map(part => (
    <Fragment key={part}>
      {part}
      <wbr />
    </Fragment>
  ))
}

/** A structured value: the tasks page has a form for it. */
function isChangedElsewhere({ valueType, changeable }: SettingDto): boolean {
  return changeable && valueType === 'json'
}

/** A technical value: an address, path or list. */
function isTechnical({ valueType, choices, value }: SettingDto): boolean {
  return value !== '' && valueType !== 'boolean' && valueType !== 'integer' && !choices?.length
}

/** Its source and when it takes effect, briefly. */
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

import { type ReactNode, useMemo, useState } from 'react'
import { fieldLabel } from '../../messages/field-label'
import { labelled } from '../../messages/labelled'
import readOut from '../../ui/read-out.module.css'
import classes from './field-change.module.css'
import { te } from './messages'
import { excerpt, listChange, shortened, type TextPart, textChange } from './text-change.rules'
import { namesOf, valueText } from './value-text'

/** Up to this length, both values are shown in one line. */
const SHORT = 60
/** Names of a list that were added, or removed. */
const NAMES = 12

type Props = { readonly field: string; readonly before?: unknown; readonly after?: unknown }

/** What has changed in a field, and on demand both values in full. */
export function FieldChange({ field, before, after }: Props) {
  const label = labelled(fieldLabel(field, 'edit'), '')
  const [old, now] = [valueText(field, before), valueText(field, after)]
  const [oldNames, names] = [namesOf(before) ?? (old ? null : []), namesOf(after) ?? (now ? null : [])]
  if (oldNames && names && oldNames.length + names.length > 0) {
    return <ListChange label={label} before={oldNames} after={names} />
  }
  const isShort = old.length <= SHORT && now.length <= SHORT && !/\n/.test(old + now)
  return isShort ? (
    <ShortChange label={label} before={old || emptyText(before)} after={now || emptyText(after)} />
  ) : (
    <LongChange {...{ label, old, now }} />
  )
}

/** A list without entries is a value of its own: a series with one shows nobody, not the people of its books. */
const emptyText = (value: unknown) => te(Array.isArray(value) ? 'editing.empty' : 'editing.none')

type Values<Value> = { readonly label: string; readonly before: Value; readonly after: Value }

function ShortChange({ label, before, after }: Values<string>) {
  return (
    <p className={classes.change}>
      {label}
      <Passage kind="old" said={te('history.before')}>
        <bdi>{before}</bdi>
      </Passage>{' '}
      <span aria-hidden>→</span>{' '}
      <Passage kind="new" said={te('history.after')}>
        <bdi>{after}</bdi>
      </Passage>
    </p>
  )
}

function LongChange({ label, old, now }: { readonly label: string; readonly old: string; readonly now: string }) {
  const { parts, whole } = useMemo(() => excerpt(textChange(old, now)), [old, now])
  return (
    <div className={classes.change}>
      {label}
      <p className={classes.text} dir="auto">
        {parts.map(({ kind, text }, at) => (
          <Passage key={at} kind={kind}>
            {kind === 'same' ? text : text.replaceAll('\n', '↵\n')}
          </Passage>
        ))}
      </p>
      {!whole && <FullValues before={old} after={now} />}
    </div>
  )
}

function ListChange({ label, before, after }: Values<readonly string[]>) {
  const change = listChange(before, after)
  const [removed, added] = [change?.removed ?? [], change?.added ?? []]
  const more = Math.max(0, removed.length - NAMES) + Math.max(0, added.length - NAMES)
  const shown = [
    ...removed.slice(0, NAMES).map(name => ({ kind: 'old', name }) as const),
    ...added.slice(0, NAMES).map(name => ({ kind: 'new', name }) as const),
  ]
  const isWhole = change !== null && more === 0 && shown.every(({ name }) => shortened(name, SHORT) === name)
  return (
    <div className={classes.change}>
      {label}
      {change === null && te('history.order')}
      {shown.map(({ kind, name }) => (
        <span key={`${kind} ${name}`}>
          <Passage kind={kind}>
            <span aria-hidden>{kind === 'old' ? '−' : '+'}&nbsp;</span>
            <bdi>{shortened(name, SHORT)}</bdi>
          </Passage>{' '}
        </span>
      ))}
      {more > 0 && te('bulk.more', { count: more })}
      {!isWhole && <FullValues before={before.join('\n')} after={after.join('\n')} />}
    </div>
  )
}

const WORDS = { old: 'history.removed', new: 'history.added', same: 'history.unchanged' } as const
const ELEMENTS = { old: 'del', new: 'ins', same: 'span' } as const

type PassageProps = Pick<TextPart, 'kind'> & { readonly said?: string; readonly children: ReactNode }

/** A removed or added passage is struck out or underlined, and read out as such. */
function Passage({ kind, said = te(WORDS[kind]), children }: PassageProps) {
  const Element = ELEMENTS[kind]
  return (
    <Element>
      {/* Isolated, so that it does not decide the direction of the text. */}
      <bdi className={readOut.readOut}>{labelled(said, '')}</bdi>
      {children}
    </Element>
  )
}

/** Both values; made when they are opened, because they may be long. */
function FullValues({ before, after }: { readonly before: string; readonly after: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={classes.values} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{te('history.values')}</summary>
      {open && (
        <dl>
          <dt>{te('history.before')}</dt>
          <dd>{before || te('editing.none')}</dd>
          <dt>{te('history.after')}</dt>
          <dd>{after || te('editing.none')}</dd>
        </dl>
      )}
    </details>
  )
}

import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { tm } from '../../features/marks'
import { BarButton } from '../chrome/bar-button'
import { tr } from '../messages'
import type { SavedSettings } from '../settings/use-settings'
import { keyName } from './comic-keys'
import { type ComicSettings, keyChange, keySetting } from './comic-settings'
import { isModifier, OWN_KEYS, type OwnKeyAction, ownKey } from './keys.rules'
import classes from './own-keys-form.module.css'

const nameOf = (action: OwnKeyAction): string =>
  ({
    next: tr('keys.next'),
    previous: tr('keys.previous'),
    onward: tr('keys.forward'),
    backward: tr('keys.backward'),
    bookmark: tm('marks.bookmark'),
    pages: tr('keys.pages'),
    double: tr('keys.double'),
    fit: tr('keys.fit'),
    panels: tr('panels'),
    autoScroll: tr('autoScroll'),
    fullscreen: tr('keys.fullscreen'),
    bars: tr('keys.bars'),
  })[action]

/** Custom keys, for a page turner or another keyboard: press the button, then the key. */
export function OwnKeysForm({ saved }: { readonly saved: SavedSettings<ComicSettings> }) {
  const [waiting, setWaiting] = useState<OwnKeyAction | null>(null)
  const [said, setSaid] = useState('')
  const { settings, change } = saved
  const onKey = (action: OwnKeyAction) => (event: KeyboardEvent) => {
    if (waiting !== action || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setWaiting(null)
    const key = ownKey(event)
    if (key === null) return setSaid(isModifier(event.key) ? '' : tr('ownKeys.refused'))
    // A key has one action: it is removed from the previous one.
    const others = OWN_KEYS.filter(other => other !== action && settings[keySetting(other)] === key)
    change(Object.assign({}, ...others.map(other => keyChange(other, '')), keyChange(action, key)))
    setSaid(others.map(other => tr('ownKeys.moved', { key: keyName(key), action: nameOf(other) })).join(' '))
    setWaiting(null)
  }
  return (
    <section className={classes.own}>
      <h3 className={classes.title}>{tr('ownKeys')}</h3>
      <p className={classes.said} role="status">
        {said}
      </p>
      <ul className={classes.list}>
        {OWN_KEYS.map(action => {
          const key = settings[keySetting(action)]
          const named = key === '' ? tr('ownKeys.none') : keyName(key)
          const shown = waiting === action ? tr('ownKeys.press') : named
          return (
            <li key={action} className={classes.line}>
              <span>{nameOf(action)}</span>
              <button
                type="button"
                className={classes.key}
                aria-label={tr('ownKeys.choose', { action: nameOf(action), key: shown })}
                data-waiting={waiting === action}
                onClick={() => setWaiting(waiting === action ? null : action)}
                onKeyDown={onKey(action)}
                onBlur={() => setWaiting(null)}
              >
                {shown}
              </button>
              {key !== '' && (
                <BarButton
                  label={tr('ownKeys.clear', { action: nameOf(action) })}
                  icon={<IconX size={18} />}
                  onClick={() => change(keyChange(action, ''))}
                />
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

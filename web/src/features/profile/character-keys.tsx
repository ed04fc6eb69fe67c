import { useState } from 'react'
import { keepPreference } from '../../api/preferences'
import { hasCharacterKeys, setCharacterKeys } from '../../ui/character-keys'
import { Toggle } from '../../ui/toggle'
import { tk } from '../auth/messages'

/** Shortcuts of one character can be turned off (WCAG 2.1.4). */
export function CharacterKeys() {
  const [on, setOn] = useState(hasCharacterKeys)
  return (
    <Toggle
      label={tk('keys.single')}
      hint={tk('keys.singleHint')}
      on={on}
      onChange={next => {
        setOn(next)
        setCharacterKeys(next)
        keepPreference('ui.characterKeys', next)
      }}
    />
  )
}

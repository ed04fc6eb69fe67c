type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>

/** What a person typed after the key that opened a search, while the app was loading. */
export function typedEarly(keys: readonly Key[]): { text: string; enter: boolean } {
  const opening = keys.findIndex(key => key.key === '/' || isCommand(key))
  let text = ''
  for (const pressed of opening === -1 ? [] : keys.slice(opening + 1)) {
    if (pressed.key === 'Enter') return { text, enter: true }
    if (pressed.key === 'Backspace') text = text.slice(0, -1)
    else if (pressed.key.length === 1 && !isCommand(pressed)) text += pressed.key
  }
  return { text, enter: false }
}

const isCommand = ({ ctrlKey, metaKey }: Key) => ctrlKey || metaKey

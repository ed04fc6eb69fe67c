type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const savedAs = 'octavo.characterKeys'

/** Whether letters, digits and symbols are shortcuts: not for those who dictate, or press keys by accident. */
export function hasCharacterKeys(): boolean {
  try {
    return localStorage.getItem(savedAs) !== 'off'
  } catch {
    return true
  }
}

/** This browser has a copy of the preference. */
export function setCharacterKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(savedAs)
    else localStorage.setItem(savedAs, 'off')
  } catch {
    // Without storage they stay on.
  }
}

/** A single character as a shortcut, although these are off. */
export function isOff({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey && !hasCharacterKeys()
}

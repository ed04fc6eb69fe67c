import { isOff } from '../../ui/character-keys'

/** Whether a key is for the reader: not typed into a field, and not for a panel above the book. */
export function isForReader(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || isOff(event)) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type="range"]), textarea, select, [contenteditable], dialog')) return false
  // These keys press a focused button.
  return !(target?.closest('button, a') && (event.key === ' ' || event.key === 'Enter'))
}

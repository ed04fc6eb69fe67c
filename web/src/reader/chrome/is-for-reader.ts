/** Whether a key is the reader's: not typed into a field, and not meant for a panel that lies over the book. */
export function isForReader(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('input:not([type="range"]), textarea, select, [contenteditable], dialog')) return false
  // A button that has the focus is pressed by these, and by nothing else.
  return !(target?.closest('button, a') && (event.key === ' ' || event.key === 'Enter'))
}

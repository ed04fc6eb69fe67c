/**
 * A ref for a dialog's content: its first field, or the element it marks with `data-autofocus`, has the initial focus.
 * Otherwise the close button would have it. A form that waits for an answer is focused when it appears, unless the
 * person was quicker, or the keyboard of a touch screen would cover it.
 */
export function focusFirstField(content: HTMLElement | null) {
  if (!content || marked(content)) return
  const observer = new MutationObserver(() => {
    const field = marked(content)
    if (!field) return
    stop()
    if (!matchMedia('(pointer: coarse)').matches) field.focus({ preventScroll: true })
  })
  const stop = () => {
    observer.disconnect()
    for (const type of ACTS) removeEventListener(type, stop, true)
  }
  observer.observe(content, { childList: true, subtree: true })
  for (const type of ACTS) addEventListener(type, stop, true)
  return stop
}

const ACTS = ['keydown', 'pointerdown']

/** The dialog may set the initial focus later than its content is there: it looks for the mark. */
function marked(content: HTMLElement): HTMLElement | null {
  const field =
    content.querySelector<HTMLElement>('[data-autofocus]') ??
    content.querySelector<HTMLElement>(':is(input:not([type=file]), select, textarea):enabled')
  field?.setAttribute('data-autofocus', '')
  return field
}

/** Of a button outside of a form that submits what was chosen. */
export const submitOnce = { 'data-submit-once': true } as const

const submitted = new WeakSet<EventTarget>()

/**
 * A double click submits a form once. Its button is disabled with the next render, and the second click may arrive before
 * that.
 */
export function preventDoubleSubmit(): void {
  window.addEventListener('submit', event => stopSecond(event, event.target), true)
  window.addEventListener('click', event => stopSecond(event, submitterOf(event.target)), true)
}

function submitterOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-submit-once]') : null
}

function stopSecond(event: Event, submitter: EventTarget | null): void {
  if (!submitter) return
  if (submitted.has(submitter)) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  submitted.add(submitter)
  // After the timers that render what this one starts.
  requestAnimationFrame(() => setTimeout(() => submitted.delete(submitter)))
}

/** Of a button outside of a form that sends what was chosen. */
export const sends = { 'data-sends': true } as const

const sent = new WeakSet<EventTarget>()

/**
 * A double click sends a form once. Its button is disabled with the next render, and the second click may arrive before
 * that.
 */
export function sendOnce(): void {
  window.addEventListener('submit', event => stopSecond(event, event.target), true)
  window.addEventListener('click', event => stopSecond(event, senderOf(event.target)), true)
}

function senderOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest('[data-sends]') : null
}

function stopSecond(event: Event, sender: EventTarget | null): void {
  if (!sender) return
  if (sent.has(sender)) {
    event.preventDefault()
    event.stopImmediatePropagation()
    return
  }
  sent.add(sender)
  // After the timers that render what this one starts.
  requestAnimationFrame(() => setTimeout(() => sent.delete(sender)))
}

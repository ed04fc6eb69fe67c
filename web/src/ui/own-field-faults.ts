import type { Field } from './field-faults'

/** What is wrong with a field is said by the app, in its language. If that cannot be loaded, the browser says it. */
export function ownFieldFaults(): void {
  document.addEventListener('invalid', onInvalid, true)
}

function onInvalid(event: Event): void {
  event.preventDefault()
  const field = event.target as Field
  void import('./field-faults')
    .then(faults => faults.showFault(field))
    .catch(() => {
      document.removeEventListener('invalid', onInvalid, true)
      field.reportValidity()
    })
}

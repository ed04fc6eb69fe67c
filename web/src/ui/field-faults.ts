import { formatNumber } from '../messages'
import { tf } from '../messages/field-faults'
import form from './form.module.css'

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

let lastId = 0
const shown = new WeakMap<Field, () => void>()

/**
 * Shows what is wrong with a field below it, until it is changed; the first one of a form has the focus. The browser's own
 * bubble has the browser's language and is gone after a moment.
 */
export async function showFault(field: Field): Promise<void> {
  await tf.load().catch(() => undefined)
  if (!field.isConnected || field.validity.valid) return
  shown.get(field)?.()
  const note = document.createElement('p')
  note.id = `field-fault-${++lastId}`
  note.className = form.fault ?? ''
  note.textContent = sentenceOf(field)
  const isFirst = field.form?.querySelector(':is(input, select, textarea):invalid') === field
  // Already focused, it is not announced again with its description.
  if (isFirst && document.activeElement === field) note.role = 'alert'
  const wrapper = field.closest('.mantine-InputWrapper-root')
  if (wrapper) wrapper.append(note)
  else field.after(note)
  const frame = field.closest('.mantine-Input-input')
  const described = field.getAttribute('aria-describedby')
  const back = [
    setAttribute(frame, 'data-error', 'true'),
    setAttribute(field, 'aria-invalid', 'true'),
    setAttribute(field, 'aria-describedby', described ? `${described} ${note.id}` : note.id),
  ]
  if (isFirst) field.focus()

  const hide = () => {
    note.remove()
    for (const restore of back) restore()
    shown.delete(field)
    field.removeEventListener('input', hide)
  }
  shown.set(field, hide)
  field.addEventListener('input', hide)
}

/** Returns what restores the value before. */
function setAttribute(element: Element | null, name: string, value: string): () => void {
  const before = element?.getAttribute(name) ?? null
  element?.setAttribute(name, value)
  return () => (before === null ? element?.removeAttribute(name) : element?.setAttribute(name, before))
}

function sentenceOf(field: Field): string {
  const { validity, type } = field
  if (validity.badInput && type === 'number') return tf('fault.number')
  if (validity.valueMissing) return tf('fault.required')
  if (validity.typeMismatch) return tf(type === 'url' ? 'fault.url' : 'fault.email')
  if (validity.stepMismatch) return tf('fault.whole')
  if (validity.rangeUnderflow || validity.rangeOverflow) return rangeOf(field as HTMLInputElement)
  return tf('fault.invalid')
}

function rangeOf({ min, max }: HTMLInputElement): string {
  const [least, most] = [min, max].map(limit => formatNumber(Number(limit)))
  if (min && max) return tf('fault.between', { min: least ?? '', max: most ?? '' })
  return min ? tf('fault.min', { min: least ?? '' }) : tf('fault.max', { max: most ?? '' })
}

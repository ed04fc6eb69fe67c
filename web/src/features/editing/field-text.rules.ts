/** Maximum number of shown characters of a value. */
const most = 80

/** A field's value in one short line; empty for none. */
export function fieldText(value: unknown): string {
  return shortened(textOf(value))
}

/** Added and removed names of a list: `+ Noir − War`. Null for other values, and for a changed order. */
export function changeText(before: unknown, after: unknown): string | null {
  const old = namesOf(before)
  const now = namesOf(after)
  if (!old || !now) return null
  const come = now.filter(name => !old.includes(name)).map(name => `+\u00a0${name}`)
  const gone = old.filter(name => !now.includes(name)).map(name => `−\u00a0${name}`)
  return come.length + gone.length === 0 ? null : shortened([...come, ...gone].join(' '))
}

function namesOf(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every(name => typeof name === 'string') ? value : null
}

function shortened(text: string): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value !== 'object') return String(value)
  const { name, title } = value as { readonly name?: unknown; readonly title?: unknown }
  if (typeof name === 'string') return name
  return typeof title === 'string' ? title : JSON.stringify(value)
}

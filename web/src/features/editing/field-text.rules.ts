/** Characters of a value that are shown. */
const most = 80

/** A value of a field in one short line; empty for none. */
export function fieldText(value: unknown): string {
  const text = textOf(value)
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

import type { Named, NamedList } from './wanted.types'

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => SIGNS[sign] ?? sign)

/** A list in the exchange format of comic programs. */
export function cblText({ name, entries }: NamedList): string {
  const books = entries.map(({ series, number, volume, year }) => {
    const attributes = { Series: series, Number: number, Volume: volume, Year: year }
    const written = Object.entries(attributes).flatMap(([key, value]) =>
      value === null ? [] : [` ${key}="${escaped(String(value))}"`],
    )
    return `    <Book${written.join('')} />`
  })
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<ReadingList xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `  <Name>${escaped(name)}</Name>`,
    `  <NumIssues>${entries.length}</NumIssues>`,
    '  <Books>',
    ...books,
    '  </Books>',
    '  <Matchers />',
    '</ReadingList>',
    '',
  ].join('\n')
}

/** The same with all details; it can be imported again. */
export function jsonText({ name, summary, entries }: NamedList): string {
  return `${JSON.stringify({ format: 'octavo-reading-list', version: 1, name, summary, entries: entries satisfies readonly Named[] }, null, 2)}\n`
}

import { escapeXml } from './xml-edit'

/** Prose is read as HTML: what looks like a tag or an entity of it is written as text of HTML. */
export function proseOf(text: string | null): string | null {
  if (text === null || !/<[/a-z!]|&[#\w]+;/i.test(text)) return text
  return escapeXml(text).replace(/\n/g, '<br/>')
}

import { escapeXml } from './xml-edit'

/** Descriptions are read as HTML: text that looks like a tag or entity is escaped. */
export function proseOf(text: string | null): string | null {
  if (text === null || !/<[/a-z!]|&[#\w]+;/i.test(text)) return text
  return escapeXml(text).replace(/\n/g, '<br/>')
}

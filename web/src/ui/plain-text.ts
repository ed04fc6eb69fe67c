/** Descriptions from files sometimes contain HTML: extracts their text, in paragraphs. */
export function plainText(text: string): string {
  if (!/<[a-z/!]|&[#a-z]/i.test(text)) return text.trim()
  const spaced = text.replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, '$&\n')
  const parsed = new DOMParser().parseFromString(spaced, 'text/html')
  for (const element of parsed.querySelectorAll('script, style')) element.remove()
  return (parsed.body.textContent ?? '').replace(/\n{3,}/g, '\n\n').trim()
}

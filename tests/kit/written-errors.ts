import { ERROR_STATUS, ErrorResponse } from '@octavo/contract/errors'

/** The content of an error in any format; null for none. */
export async function writtenError(
  answer: Response,
): Promise<{ readonly error: string; readonly message: string } | null> {
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const text = await answer.text()
  const code = Object.entries(ERROR_STATUS).find(([, status]) => status === answer.status)?.[0] ?? ''
  // Feeds contain only a sentence, and an authentication document not even that.
  if (type === 'application/atom+xml')
    return { error: code, message: unescaped(/<title>([^<]*)</.exec(text)?.[1] ?? '') }
  if (type === 'application/opds-authentication+json')
    return answer.status === 401 ? { error: code, message: '' } : null
  if (type === 'application/problem+json') {
    const { title, status, detail } = JSON.parse(text) as Record<string, unknown>
    return status === answer.status && typeof detail === 'string' ? { error: String(title), message: detail } : null
  }
  if (type !== 'application/json') return null
  const written = JSON.parse(text) as Readonly<Record<string, unknown>>
  const { data } = ErrorResponse.strict().safeParse(written)
  // KOReader's own server has numbers.
  const isNumbered = typeof written.code === 'number' && typeof written.message === 'string'
  // Komga's has those of its framework.
  const isOfKomga = written.status === answer.status && ['timestamp', 'message', 'path'].every(name => name in written)
  return data ?? (isNumbered || isOfKomga ? { error: code, message: String(written.message) } : null)
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

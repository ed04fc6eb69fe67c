import type { ErrorResponse } from '@octavo/contract/errors'

/** The error format of a protocol below its own path, and whether it is enabled. */
export interface ErrorForm {
  /** Without a trailing slash. */
  readonly prefix: string
  /** While false, all paths below the prefix are missing. */
  readonly isOn?: () => boolean
  /** The body of an error, by status and error code. */
  readonly body: (error: FormedError, request: Request) => object
  /** Replaces the body if that is not JSON or has its own headers. */
  readonly text?: (error: FormedError, request: Request) => FormedText
  /** A different status. */
  readonly status?: (error: FormedError) => number
}

/** Text of another media type, with its own headers. */
export interface FormedText {
  readonly text: string
  readonly headers: Readonly<Record<string, string>> & { readonly 'Content-Type': string }
}

export interface FormedError extends ErrorResponse {
  readonly status: number
}

export function formOf(forms: readonly ErrorForm[], path: string): ErrorForm | null {
  return forms.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`)) ?? null
}

/** An error in the format of a protocol, with its headers. 429 is the same everywhere. */
export async function inForm(answer: Response, form: ErrorForm, request: Request): Promise<Response> {
  if (
    answer.status < 400 ||
    answer.status === 429 ||
    !answer.headers.get('content-type')?.startsWith('application/json')
  )
    return answer
  const given = (await answer.clone().json()) as Partial<ErrorResponse>
  if (typeof given.error !== 'string' || typeof given.message !== 'string') return answer
  const error: FormedError = {
    error: given.error,
    message: given.message,
    details: given.details,
    status: answer.status,
  }
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const status = form.status?.(error) ?? answer.status
  const text = form.text?.(error, request)
  if (!text) return new Response(JSON.stringify(form.body(error, request)), { status, headers })
  for (const [name, value] of Object.entries(text.headers)) headers.set(name, value)
  return new Response(text.text, { status, headers })
}

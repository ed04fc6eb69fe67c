import { USER_HEADER } from '@octavo/contract/user-header'
import { belowBase } from '../api/base-path'

/** Answers to requests that the page sent before the app's code was there; the client takes each once. */
const answers = new Map<string, { readonly answer: Promise<Response>; readonly since: number }>()

/** An answer that nobody has taken by then is outdated. */
const GOOD_FOR_MS = 30_000

/**
 * The app makes the same request with the same address and body; it is sent after `first` has succeeded. The app gets
 * the answer after `follow`, which requests what depends on it: otherwise both would request that.
 */
export function askEarly(
  path: string,
  first: Promise<unknown> | null,
  body?: object,
  follow?: (copy: Response) => Promise<void>,
): Promise<Response> {
  const text = body && JSON.stringify(body)
  const address = belowBase(path)
  const method = text === undefined ? 'GET' : 'POST'
  const send = () =>
    fetch(address, {
      method,
      credentials: 'same-origin',
      headers: { Accept: 'application/json', ...(text === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(text === undefined ? {} : { body: text }),
    })
  const sent = first ? first.then(send) : send()
  const answer = follow
    ? sent.then(async whole => {
        await follow(whole.clone()).catch(() => undefined)
        return whole
      })
    : sent
  // The client asks again and reports it.
  answer.catch(() => undefined)
  answers.set(keyOf(method, address, text), { answer, since: performance.now() })
  return answer
}

/** After a change on the server, what nobody has taken is outdated. */
export function forgetEarly(): void {
  answers.clear()
}

const keyOf = (method: string, address: string, body: unknown) => `${method} ${address} ${body ?? ''}`

/** The early answer to a request, if there is one for this user; null: no particular one. */
export async function takeEarly(
  method: string,
  address: string,
  body: unknown,
  user: string | null,
): Promise<Response | null> {
  const key = keyOf(method, address, body)
  const early = answers.get(key)
  if (!early) return null
  answers.delete(key)
  if (performance.now() - early.since > GOOD_FOR_MS) return null
  const answer = await early.answer.catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return null
  // When it was sent, the page did not know yet who is signed in.
  return user === null || answer.headers.get(USER_HEADER) === user ? answer : null
}

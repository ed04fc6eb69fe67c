/**
 * Calls one server with fixed headers. `get` and the like require a success and return its JSON; `fetch` returns any
 * answer.
 */
export interface Client {
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>
  readonly get: <T>(path: string) => Promise<T>
  readonly post: <T>(path: string, body?: unknown) => Promise<T>
  readonly put: <T>(path: string, body?: unknown) => Promise<T>
  readonly patch: <T>(path: string, body?: unknown) => Promise<T>
  readonly delete: <T>(path: string) => Promise<T>
}

/** `url` is the server's address without a slash at the end; paths begin with one. */
export function client(url: string, headers: Readonly<Record<string, string>> = {}): Client {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...headers, ...(init.headers as Record<string, string>) },
    })
  const want = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const sends =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await call(path, { method, ...sends })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    headers,
    fetch: call,
    get: path => want('GET', path),
    post: (path, body) => want('POST', path, body),
    put: (path, body) => want('PUT', path, body),
    patch: (path, body) => want('PATCH', path, body),
    delete: path => want('DELETE', path),
  }
}

/** Polls until `done` is true; fails after `seconds` with the last result. For background work of the server. */
export async function until<T>(ask: () => Promise<T>, done: (value: T) => boolean, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const value = await ask()
    if (done(value)) return value
    if (Date.now() > deadline) throw new Error(`Not within ${seconds} s; last: ${JSON.stringify(value)}`)
    await Bun.sleep(100)
  }
}

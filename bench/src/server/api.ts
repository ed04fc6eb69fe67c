/** Calls one server as one user. */
export interface Api {
  readonly headers: Readonly<Record<string, string>>
  fetch(path: string, init?: { method?: string; body?: string }): Promise<Response>
  get<T>(path: string): Promise<T>
  send<T>(method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown): Promise<T>
}

const ADMIN = { username: 'admin', email: 'admin@example.org', password: 'Correct horse 1!' }

/** Makes the first account, or signs in as it when it is there. */
export async function signIn(url: string): Promise<Api> {
  const anonymous = api(url, {})
  const { setupRequired } = await anonymous.get<{ setupRequired: boolean }>('/api/v1/setup/status')
  const { accessToken } = await anonymous.send<{ accessToken: string }>(
    'POST',
    setupRequired ? '/api/v1/setup/initialize' : '/api/v1/auth/login',
    ADMIN,
  )
  return api(url, { Authorization: `Bearer ${accessToken}` })
}

/** The same user on another address. */
export function api(url: string, headers: Readonly<Record<string, string>>): Api {
  const call = (path: string, init: { method?: string; body?: string } = {}) =>
    fetch(url + path, {
      ...init,
      headers: { ...headers, ...(init.body !== undefined && { 'Content-Type': 'application/json' }) },
    })
  const want = async <T>(path: string, init: { method?: string; body?: string }): Promise<T> => {
    const response = await call(path, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    headers,
    fetch: call,
    get: path => want(path, {}),
    send: (method, path, body) => want(path, { method, ...(body !== undefined && { body: JSON.stringify(body) }) }),
  }
}

const KEY = 'octavo.setup'

interface TypedAccount {
  readonly username: string
  readonly email: string
}

/** What was typed before a reload, in this tab only. Never the password. */
export function typedAccount(): TypedAccount {
  const empty = { username: '', email: '' }
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (stored === null || typeof stored !== 'object') return empty
    const textOf = (key: string) => {
      const value: unknown = Reflect.get(stored, key)
      return typeof value === 'string' ? value : ''
    }
    return { username: textOf('username'), email: textOf('email') }
  } catch {
    return empty
  }
}

/** `null`: the account exists. */
export function storeTypedAccount(account: TypedAccount | null): void {
  try {
    if (account) sessionStorage.setItem(KEY, JSON.stringify({ username: account.username, email: account.email }))
    else sessionStorage.removeItem(KEY)
  } catch {
    // A browser may forbid it; then a reload empties the form.
  }
}

import type { NewLibrary } from '../libraries/admin/library-form'
import { libraryKinds } from '../libraries/admin/library-kind.rules'

const ACCOUNT = 'octavo.setup'
const LIBRARY = 'octavo.setup.library'

interface TypedAccount {
  readonly username: string
  readonly email: string
}

/** What was typed before a reload, in this tab only. Never the password. */
export function typedAccount(): TypedAccount {
  const stored = read(ACCOUNT)
  return { username: textOf(stored, 'username'), email: textOf(stored, 'email') }
}

/** `null`: the account exists. */
export function storeTypedAccount(account: TypedAccount | null): void {
  write(ACCOUNT, account && { username: account.username, email: account.email })
}

/** The folders, name and contents chosen before a reload. */
export function typedLibrary(): NewLibrary | undefined {
  const stored = read(LIBRARY)
  const paths: unknown = Reflect.get(stored, 'paths')
  const kind = libraryKinds.find(one => one === textOf(stored, 'kind'))
  if (!kind || !Array.isArray(paths) || !paths.every(path => typeof path === 'string')) return undefined
  return { paths, name: textOf(stored, 'name') || null, kind }
}

/** `null`: the library exists, or none is being added yet. */
export function storeTypedLibrary(library: NewLibrary | null): void {
  write(LIBRARY, library)
}

function read(key: string): object {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

function textOf(stored: object, key: string): string {
  const value: unknown = Reflect.get(stored, key)
  return typeof value === 'string' ? value : ''
}

function write(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value))
    else sessionStorage.removeItem(key)
  } catch {
    // A browser may forbid it; then a reload empties the form.
  }
}

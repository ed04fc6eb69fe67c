let loading: Promise<ReadonlySet<string>> | undefined

/** About 41,000 common and breached passwords. Loaded with the first new password. */
export function breachedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('./breached-passwords.txt', { with: { type: 'text' } }).then(
    ({ default: text }) => new Set(text.split('\n').filter(line => !line.startsWith('#'))),
  )
  return loading
}

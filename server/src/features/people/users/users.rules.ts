import { refused } from '../../../kernel/app-error'
import { checkNewPassword } from '../passwords'

export interface NewAccount {
  readonly username: string
  readonly email: string
  readonly password: string
}

const MAX_NAME = 100
/** RFC 5321: 254 octets are what a mail path can carry. */
const MAX_EMAIL = 254
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const UNSPEAKABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u
/** Rejects invisible characters, which can imitate another address or name. */
const DISGUISED = /[@\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** The comparison form of names and addresses: ignores case and the composition of accents. */
export function nameKey(nameOrEmail: string): string {
  return nameOrEmail.trim().normalize('NFC').toLowerCase()
}

/**
 * A new account in stored form, trimmed. A name from before the rule may stay.
 * @throws BadRequest with a sentence on the first fault
 */
export async function checkedAccount(
  input: NewAccount,
  { nameBefore }: { readonly nameBefore?: string } = {},
): Promise<NewAccount> {
  const username = input.username.trim().normalize('NFC')
  const email = input.email.trim().normalize('NFC')
  if (username === '') throw refused('BadRequest', 'username_missing', 'The user name is missing', 'username')
  if (username.length > MAX_NAME) {
    throw refused('BadRequest', 'text_long', `The user name is longer than ${MAX_NAME} characters`, {
      path: 'username',
      max: MAX_NAME,
    })
  }
  // Basic authentication ends the name at the first colon (RFC 7617). With an "@" it could be the address of another
  // user, who could no longer sign in with it.
  const isNew = username !== nameBefore
  if (username.includes(':') || (isNew && DISGUISED.test(username)) || UNSPEAKABLE.test(username)) {
    throw refused(
      'BadRequest',
      'username_signs',
      'The user name must not contain colons, @, control or invisible characters',
      'username',
    )
  }
  if (email === '') throw refused('BadRequest', 'email_invalid', 'The e-mail address is missing', 'email')
  if (email.length > MAX_EMAIL || !EMAIL.test(email) || UNSPEAKABLE.test(email)) {
    throw refused(
      'BadRequest',
      'email_invalid',
      'The e-mail address is not valid: it must look like name@example.org',
      'email',
    )
  }
  await checkNewPassword(input.password, username, email)
  return { username, email, password: input.password }
}

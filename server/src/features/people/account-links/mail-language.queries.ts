import { APP_LANGUAGES } from '@octavo/contract/preference'
import type { Reader } from '../../../db'
import { nameKey } from '../../../kernel/text'

export type MailLanguage = (typeof APP_LANGUAGES)[number]

/** Finds the language for an e-mail to the user of this name. */
export type FindMailLanguage = (username: string) => Promise<MailLanguage>

/** The language that the user chose for the web app, else English. */
export async function mailLanguage(reader: Reader, username: string): Promise<MailLanguage> {
  const row = await reader.query
    .selectFrom('user_preferences')
    .innerJoin('users', 'users.pk', 'user_preferences.user_pk')
    .select('user_preferences.value')
    .where('users.username_key', '=', nameKey(username))
    .where('user_preferences.key', '=', 'ui.language')
    .executeTakeFirst()
  return APP_LANGUAGES.find(language => row?.value === JSON.stringify(language)) ?? 'en'
}

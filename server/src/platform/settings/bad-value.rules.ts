import { type AppError, refused } from '../../kernel/app-error'
import type { SettingSpec } from './setting-table'

/** The error for an invalid value, with allowed values or range where possible. */
export function badValue({ key, min, max, choices }: SettingSpec, message: string): AppError {
  const about = { path: key }
  if (choices) return refused('BadRequest', 'setting_choice', message, { ...about, choices: choices.join(', ') })
  if (min !== null && max !== null) return refused('BadRequest', 'setting_range', message, { ...about, min, max })
  if (min !== null) return refused('BadRequest', 'setting_least', message, { ...about, min })
  if (max !== null) return refused('BadRequest', 'setting_most', message, { ...about, max })
  return refused('BadRequest', 'setting_bad', message, about)
}

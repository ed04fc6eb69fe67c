import type { TranslationOf } from './catalogue'
import type { en } from './en'

export const de: TranslationOf<typeof en> = {
  'app.name': 'Octavo',
  'app.loading': 'Wird geladen',
}

import type { TranslationOf } from '../../../messages/catalogue'
import type { en } from './en'

export const de: TranslationOf<typeof en> = {
  'seeing.as': 'Du siehst dies als {name}',
  'seeing.end': 'Beenden',
  'seeing.left': { one: 'noch {count} Minute', other: 'noch {count} Minuten' },
  'seeing.only': 'Nichts lässt sich ändern',
  'seeing.region': 'Als jemand anders gesehen',
}

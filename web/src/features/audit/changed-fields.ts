import { t } from '../../messages'
import { ta } from '../admin/messages'
import { tn } from '../libraries/admin/naming/messages'
import { namedFields } from './changed-fields.rules'
import { tu } from './messages'

/** Settings of libraries and schedules by the labels of their forms; others have their own labels. */
const named: Readonly<Record<(typeof namedFields)[number], () => string>> = {
  name: () => t('libraries.name'),
  defaultReadingDirection: () => t('libraries.direction'),
  allowedFormats: () => t('libraries.formats'),
  excludedPatterns: () => t('libraries.excluded'),
  metadataSources: () => t('libraries.sources'),
  seriesStrategy: () => tn('naming.seriesStrategy'),
  seriesConfig: () => tn('naming.seriesStrategy'),
  bookStrategy: () => tn('naming.bookStrategy'),
  bookConfig: () => tn('naming.bookStrategy'),
  numberStrategy: () => tn('naming.numberStrategy'),
  numberConfig: () => tn('naming.numberStrategy'),
  titlePreprocessingRules: () => tn('naming.rules'),
  timezone: () => ta('schedules.timezone'),
  autoMatchConditions: () => tu('audit.field.autoMatchConditions'),
  config: () => tu('audit.field.config'),
  cronSchedule: () => tu('audit.field.cronSchedule'),
  description: () => tu('audit.field.description'),
  enabled: () => tu('audit.field.enabled'),
  isActive: () => tu('audit.field.isActive'),
  recoveryCodes: () => tu('audit.field.recoveryCodes'),
  scanningConfig: () => tu('audit.field.scanningConfig'),
}

/** The changed fields without duplicates; a newer server's field may have no label. */
export function changedFields(changed: unknown): string {
  const list = Array.isArray(changed) ? changed.filter(one => typeof one === 'string') : []
  return [...new Set(list.map(nameOf))].join(', ')
}

function nameOf(word: string): string {
  const name = namedFields.find(one => one === word)
  return name ? named[name]() : word
}

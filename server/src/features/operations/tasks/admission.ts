import type { Clock } from '../../../kernel/clock'
import type { Admission } from '../../../platform/queue.types'
import type { LiveSettings } from '../../../platform/settings'
import { isQuiet } from './quiet.rules'

/** Which tasks may start now: none while paused; during quiet hours those requested by a person. */
export function taskAdmission(settings: LiveSettings, now: Clock): () => Promise<Admission> {
  return async () => {
    if (await settings.get('tasks.paused')) return 'none'
    return isQuiet(await settings.get('tasks.quiet_hours'), now()) ? 'requested' : 'all'
  }
}

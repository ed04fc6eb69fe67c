import { recordReadingSessions, SESSIONS_AT_ONCE } from '@octavo/contract/reading-session'
import type { Binder } from '../../../http/bind'
import { refused } from '../../../kernel/app-error'
import { recordSessions, type SessionDeps } from './record-sessions'

/** Sessions measured by devices, in batches. */
export function sessionRoutes(binder: Binder, deps: SessionDeps): void {
  binder.bind(recordReadingSessions, ({ viewer, body: { sessions } }) => {
    if (sessions.length > SESSIONS_AT_ONCE) {
      const message = `At most ${SESSIONS_AT_ONCE} sessions in one request`
      throw refused('BadRequest', 'list_long', message, { path: 'sessions', max: SESSIONS_AT_ONCE })
    }
    return recordSessions(deps, viewer, viewer.pass?.sessionId ?? viewer.pass?.keyPrefix ?? null, sessions)
  })
}

import { LRUCache } from 'lru-cache'
import type { Reader } from '../../../db'
import type { Clock } from '../../../kernel/clock'
import type { Session, SessionOwner } from './session'
import { sessionById } from './sessions.queries'

const MAX_REMEMBERED = 20_000

/**
 * Whether sessions are still valid, without a query per request: a session is cached, and read again when the account's
 * `sessionsVersion` has grown, which every request reads with the account.
 */
export interface LiveSessions {
  /** The session, if it is the owner's and has not ended. */
  get(id: string, owner: SessionOwner): Promise<Session | null>
  /** Call it after extending a session. */
  forget(id: string): void
}

interface Remembered {
  readonly version: number
  readonly session: Promise<Session | null>
}

export function createLiveSessions({ reader, now }: { readonly reader: Reader; readonly now: Clock }): LiveSessions {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_REMEMBERED })

  function look(id: string, version: number): Promise<Session | null> {
    const session = sessionById(reader, id)
    const entry = { version, session }
    remembered.set(id, entry)
    session.catch(() => {
      if (remembered.get(id) === entry) remembered.delete(id)
    })
    return session
  }

  const holds = (session: Session | null, owner: SessionOwner) =>
    session !== null &&
    session.userPk === owner.pk &&
    session.credentialsVersion === owner.credentialsVersion &&
    session.expiresAt > now()

  return {
    async get(id, owner) {
      const cached = remembered.get(id)
      const isKnown = cached?.version === owner.sessionsVersion
      let session = await (isKnown ? cached.session : look(id, owner.sessionsVersion))
      // Another process may have extended it, or renewed it for a new password.
      if (isKnown && session && !holds(session, owner)) session = await look(id, owner.sessionsVersion)
      return holds(session, owner) ? session : null
    },
    forget: id => remembered.delete(id),
  }
}

import type { SessionDto } from '@octavo/contract/session'
import { timestamp } from '../../../kernel/clock'
import { deviceOf } from '../../../kernel/device'
import { type Session, SIGN_IN_WAYS } from './session'

export function sessionView(session: Session, currentId: string | null): SessionDto {
  const { client, system, kind } = deviceOf(session.userAgent)
  return {
    id: session.id,
    client,
    system,
    device: kind,
    address: session.address,
    way: SIGN_IN_WAYS.find(way => way === session.way) ?? 'password',
    current: session.id === currentId,
    createdAt: timestamp(session.createdAt),
    lastUsedAt: timestamp(session.lastUsedAt),
    expiresAt: timestamp(session.expiresAt),
  }
}

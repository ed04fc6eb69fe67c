import { komgaEvents } from '@octavo/contract/komga-account'
import { type Streams, streamAnswer } from '../../features/operations/events'
import type { Binder } from '../../http/bind'
import { KOMGA_EVENTS } from './events.rules'

export interface EventDeps {
  readonly streams: Streams
}

/** Our event stream in Komga's format. */
export function eventRoutes(binder: Binder, { streams }: EventDeps): void {
  const kind = { channels: new Set(['entities'] as const), named: true, form: KOMGA_EVENTS }
  binder.bind(komgaEvents, call => streamAnswer(streams, { ...call, query: undefined }, kind))
}

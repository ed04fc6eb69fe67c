import type { Viewer } from '../../../kernel/viewer'
import type { Source } from './newest-reading.rules'

/** The header by which reading apps name their device. */
const DEVICE_HEADER = 'X-Codex-Device-Id'
const LONGEST_NAME = 128

/** The source of a report; `named` is the device in the report itself. */
export function sourceOf(request: Request, { pass }: Viewer, named?: string): Source {
  const header = request.headers.get(DEVICE_HEADER)
  return {
    device: header !== null && header !== '' && header.length <= LONGEST_NAME ? header : (named ?? null),
    signIn: pass?.sessionId ?? pass?.keyPrefix ?? null,
  }
}

import type { Viewer } from '../../../kernel/viewer'
import type { Source } from './newest-reading.rules'

/** The header by which reading apps name their device. */
const DEVICE_HEADER = 'X-Codex-Device-Id'
const LONGEST_NAME = 128

/** Who reports a place by this request; `named` is what the report itself calls its device. */
export function sourceOf(request: Request, { pass }: Viewer, named?: string): Source {
  const header = request.headers.get(DEVICE_HEADER)
  return {
    device: header !== null && header !== '' && header.length <= LONGEST_NAME ? header : (named ?? null),
    signIn: pass?.sessionId ?? pass?.keyPrefix ?? null,
  }
}

import { LIMITS } from '../../../kernel/limits'
import type { Chunk } from './message.view'

/** The stream of one client. It buffers what the client does not read, up to a limit. */
export interface SseStream {
  readonly body: ReadableStream<Uint8Array>
  /** False on overflow: the buffer was dropped, and the client must be notified. */
  send(chunk: Chunk): boolean
  /** Sends an optional message only if nothing is buffered. Returns whether it was sent. */
  sendIfIdle(bytes: Uint8Array): boolean
  /** True if something is buffered and nothing was read since the last call. */
  isStuck(): boolean
  /** Ends it after the buffer has been sent. */
  end(): void
  /** Cuts the connection: the client is stalled or gone. */
  cut(): void
}

/**
 * An explicit stream: a parked generator's `finally` does not run when the client goes, while `cancel` and the
 * request's signal both do (Bun 1.4.5). `released` is called once, whichever way it ends.
 */
export function createSseStream(signal: AbortSignal, released: () => void): SseStream {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  let waiting: Chunk[] = []
  let messages = 0
  let hasTaken = true

  function release(): void {
    if (!controller) return
    controller = null
    waiting = []
    messages = 0
    signal.removeEventListener('abort', release)
    released()
  }

  function push(bytes: Uint8Array): void {
    controller?.enqueue(bytes)
  }

  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
    },
    pull() {
      hasTaken = true
      const next = waiting.shift()
      if (!next) return
      messages -= next.messages
      push(next.bytes)
    },
    cancel: release,
  })
  signal.addEventListener('abort', release)

  const isIdle = () => controller !== null && waiting.length === 0 && (controller.desiredSize ?? 0) > 0

  return {
    body,
    send(chunk) {
      if (!controller) return true
      if (isIdle()) {
        push(chunk.bytes)
        return true
      }
      // Events of one transaction may exceed the limit; on an empty buffer they are accepted.
      if (waiting.length > 0 && messages + chunk.messages > LIMITS.events.queued) {
        waiting = []
        messages = 0
        return false
      }
      waiting.push(chunk)
      messages += chunk.messages
      return true
    },
    sendIfIdle(bytes) {
      if (!isIdle()) return false
      push(bytes)
      return true
    },
    isStuck() {
      const isStuck = controller !== null && !isIdle() && !hasTaken
      hasTaken = false
      return isStuck
    },
    end() {
      const ending = controller
      release()
      ending?.close()
    },
    cut() {
      const ending = controller
      release()
      ending?.error(new Error('The client does not read'))
    },
  }
}

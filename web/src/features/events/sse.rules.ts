/** One message of an event stream. `event` is "message" when the server named none. */
export type SseMessage = { readonly id: string | null; readonly event: string; readonly data: string }

export type SseReader = {
  /** Takes the next piece of text, of any length, and answers the messages that it completes. */
  readonly read: (text: string) => SseMessage[]
  /** The number up to which everything has been read; messages without data (signs of life) have one too. */
  readonly lastId: () => string | null
}

/** Reads `text/event-stream` as the HTML standard has it ("Interpreting an event stream"), but for `retry`. */
export function createSseReader(): SseReader {
  let rest = ''
  let id: string | null = null
  let lastId: string | null = null
  let event = ''
  let data: string[] = []

  function line(text: string): SseMessage | null {
    if (text === '') {
      const message = data.length > 0 ? { id, event: event || 'message', data: data.join('\n') } : null
      event = ''
      data = []
      lastId = id
      return message
    }
    const colon = text.indexOf(':')
    const field = colon < 0 ? text : text.slice(0, colon)
    const value = colon < 0 ? '' : text.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    else if (field === 'event') event = value
    else if (field === 'id' && !value.includes('\0')) id = value
    return null
  }

  return {
    read(text) {
      rest += text
      const messages: SseMessage[] = []
      // A piece may end between the two signs of one line break: its last sign waits for the next piece.
      const ready = rest.endsWith('\r') ? rest.length - 1 : rest.length
      const lines = rest.slice(0, ready).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + rest.slice(ready)
      for (const one of lines) {
        const message = line(one)
        if (message) messages.push(message)
      }
      return messages
    },
    lastId: () => lastId,
  }
}

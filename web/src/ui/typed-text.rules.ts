/** The typed text, and the texts passed on that have not returned yet, oldest first. */
export type TypedText = { readonly typed: string; readonly sent: readonly string[] }

/**
 * The external text (such as the address) has changed. A text passed on from here returns, possibly late, while
 * somebody types on: that changes nothing. Anything else was set externally, and is applied.
 */
export function followText({ typed, sent }: TypedText, current: string): TypedText {
  const at = sent.lastIndexOf(current)
  return at < 0 ? { typed: current, sent: [] } : { typed, sent: sent.slice(at + 1) }
}

/** The text to pass on, if it differs from the current one. */
export function sendText(
  { typed, sent }: TypedText,
  current: string,
): { readonly now: TypedText; readonly text: string } {
  const text = typed.trim()
  return { now: text === current && sent.length === 0 ? { typed, sent } : { typed, sent: [...sent, text] }, text }
}

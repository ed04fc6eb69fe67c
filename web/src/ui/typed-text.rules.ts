/** What was typed, and what of it was handed on and has not come back yet, the oldest first. */
export type TypedText = { readonly typed: string; readonly sent: readonly string[] }

/**
 * The place that keeps the text (an address, say) has another one now. What was handed on from here comes back, late
 * perhaps, while somebody types on: that changes nothing. Anything else was set from outside, and is followed.
 */
export function followText({ typed, sent }: TypedText, current: string): TypedText {
  const at = sent.lastIndexOf(current)
  return at < 0 ? { typed: current, sent: [] } : { typed, sent: sent.slice(at + 1) }
}

/** What is handed on, when it is not what is current already. */
export function sendText(
  { typed, sent }: TypedText,
  current: string,
): { readonly now: TypedText; readonly text: string } {
  const text = typed.trim()
  return { now: text === current && sent.length === 0 ? { typed, sent } : { typed, sent: [...sent, text] }, text }
}

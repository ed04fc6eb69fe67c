/** Statements are cut off after so many characters. */
const MOST_TEXT = 2_000

let slowMs = Number.POSITIVE_INFINITY
let report: (statement: string, ms: number) => void = () => undefined

/** Reports statements that take at least so long. They have places where their values were, never the values. */
export function reportSlowStatements(ms: number | null, to: typeof report): void {
  slowMs = ms ?? Number.POSITIVE_INFINITY
  report = to
}

/** Called after each statement of a database; `began` by `performance.now()`. */
export function statementEnded(statement: string, began: number): void {
  const ms = performance.now() - began
  if (ms < slowMs) return
  const text = statement.replaceAll(/\s+/g, ' ').trim()
  report(text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text, Math.round(ms * 10) / 10)
}

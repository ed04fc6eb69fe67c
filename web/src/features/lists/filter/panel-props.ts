import type { Question, QuestionChange } from '../question/question'

export type PanelProps = {
  readonly question: Question
  readonly libraryId: string | null
  /** The number of results; null while unknown. */
  readonly total: number | null
  readonly onAsk: (change: QuestionChange) => void
  /** Opens the builder of conditions. */
  readonly onCombine: () => void
  readonly onClose: () => void
}

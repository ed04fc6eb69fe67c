import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AddressProblem, type ListState, questionOf, readListState, stateOf } from './list-state'
import { type Question, type QuestionChange, usualSort } from './question/question'
import { readColumns } from './table/columns.rules'

export type ListAddress = {
  readonly shown: {
    /** Null: all libraries. */
    readonly libraryId: string | null
    readonly question: Question
    /** The invalid part of the address. */
    readonly problems: readonly AddressProblem[]
    readonly columns: string | undefined
  }
  /** Changes the query and replaces the history entry. */
  readonly ask: (change: QuestionChange) => Promise<void>
  readonly showColumns: (columns: string | undefined) => void
}

/** The query is stored in the address only. */
export function useListAddress(): ListAddress {
  const { libraryId = null } = useParams({ strict: false }) as { libraryId?: string }
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const written = JSON.stringify(readListState(search))
  const state = useMemo(() => JSON.parse(written) as ListState, [written])
  const { question, problems } = useMemo(() => questionOf(state), [state])
  const navigate = useNavigate()
  // Based on the current address, so that two simultaneous changes both apply.
  const go = (next: (now: ListState) => ListState) =>
    navigate({
      to: '.',
      search: (now: Record<string, unknown>) => next(readListState(now)),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  // The same object while the address is the same, so that it can be deferred.
  const shown = useMemo(
    () => ({ libraryId, question, problems, columns: state.columns }),
    [libraryId, question, problems, state],
  )
  return {
    shown,
    ask: change => go(now => changedState(now, change)),
    showColumns: columns => go(now => stateOf(questionOf(now).question, columns)),
  }
}

/** Columns of another kind of list, or unknown ones, are dropped. */
function changedState(state: ListState, change: QuestionChange): ListState {
  const { question } = questionOf(state)
  const part = typeof change === 'function' ? change(question) : change
  const next = { ...question, ...part }
  const isUsual = question.sort === usualSort(question.kind, question.text)
  const sort = part.sort ?? (isUsual ? usualSort(next.kind, next.text) : question.sort)
  const keeps = state.columns !== undefined && readColumns(state.columns, next.kind)
  return stateOf({ ...next, sort }, keeps ? state.columns : undefined)
}

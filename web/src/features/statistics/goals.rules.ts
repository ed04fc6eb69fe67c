import type { ReadingOverviewDto } from '../../api/types'

export type PlainGoal = Omit<ReadingOverviewDto['goals'][number], 'reached'>

/** The goals with another one in the place of one of them, or without it. There is one for each measure and period. */
export function withGoal(
  goals: readonly PlainGoal[],
  place: PlainGoal,
  changed: PlainGoal | null,
): readonly PlainGoal[] {
  const isSame = (a: PlainGoal, b: PlainGoal) => a.measure === b.measure && a.period === b.period
  const all = goals.some(goal => isSame(goal, place)) ? goals : [...goals, place]
  return all.flatMap(goal => {
    const { measure, period, amount } = goal
    if (isSame(goal, place)) return changed ?? []
    return changed && isSame(goal, changed) ? [] : { measure, period, amount }
  })
}

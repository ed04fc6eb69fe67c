// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'stats.allEstimated' | 'stats.authors' | 'stats.bestDay' | 'stats.calendar' | 'stats.calendarScroll' | 'stats.devices' | 'stats.empty'
  | 'stats.emptyText' | 'stats.estimated' | 'stats.export' | 'stats.finished' | 'stats.formats' | 'stats.genres' | 'stats.goalAdd' | 'stats.goalAmount'
  | 'stats.goalDeleted' | 'stats.goalEditTitle' | 'stats.goalMeasure' | 'stats.goalPeriod' | 'stats.goalPeriod.day' | 'stats.goalPeriod.month'
  | 'stats.goalPeriod.week' | 'stats.goalPeriod.year' | 'stats.goals' | 'stats.goalsNone' | 'stats.lately' | 'stats.less' | 'stats.measure.books'
  | 'stats.measure.minutes' | 'stats.measure.pages' | 'stats.measured' | 'stats.month' | 'stats.months' | 'stats.more' | 'stats.noStreak'
  | 'stats.noneInSpan' | 'stats.notMeasured' | 'stats.pace' | 'stats.pages' | 'stats.per.day' | 'stats.per.month' | 'stats.per.week' | 'stats.per.year'
  | 'stats.perPage' | 'stats.seriesList' | 'stats.span' | 'stats.streak' | 'stats.table' | 'stats.time' | 'stats.title' | 'stats.unmeasured'
  | 'stats.yearStreak'

declare const messages: { readonly [K in Plain]: Message } & {
  'stats.averageDay': Message<'time'>; 'stats.calendarText': Message<'days' | 'year'>; 'stats.cell': Message<'day' | 'time'>
  'stats.estimatedLine': Message<'time'>; 'stats.goalBooks': Message<'amount'>; 'stats.goalDelete': Message<'goal'>; 'stats.goalEdit': Message<'goal'>
  'stats.goalMinutes': Message<'amount'>; 'stats.goalPages': Message<'amount'>; 'stats.goalReached': Message<'amount' | 'reached'>
  'stats.longestStreak': Message<'count'>; 'stats.monthsText': Message<'time'>; 'stats.share': Message<'pages'>; 'stats.streakDays': Message<'count'>
  'stats.unmeasuredText': Message<'count'>; 'stats.year': Message<'year'>
}
export default messages

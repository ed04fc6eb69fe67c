// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'builder.addGroup' | 'builder.addGroupLabel' | 'builder.addTerm' | 'builder.addTermLabel' | 'builder.all' | 'builder.any' | 'builder.apply'
  | 'builder.choose' | 'builder.field' | 'builder.group' | 'builder.none' | 'builder.operator' | 'builder.removeGroup' | 'builder.title'
  | 'builder.value' | 'chip.excluded' | 'chip.hint.excluded' | 'chip.hint.included' | 'chip.hint.off' | 'chip.included' | 'chips.clear' | 'chips.label'
  | 'choice.in_progress' | 'choice.read' | 'choice.unread' | 'operator.after' | 'operator.before' | 'operator.beginsWith' | 'operator.between'
  | 'operator.contains' | 'operator.doesNotContain' | 'operator.endsWith' | 'operator.eq' | 'operator.gt' | 'operator.gte' | 'operator.in'
  | 'operator.inLast' | 'operator.is' | 'operator.isFalse' | 'operator.isNot' | 'operator.isNotNull' | 'operator.isNull' | 'operator.isTrue'
  | 'operator.lt' | 'operator.lte' | 'operator.ne' | 'operator.notIn' | 'operator.notInLast' | 'operator.onOrAfter' | 'operator.onOrBefore'
  | 'order.add' | 'order.first' | 'order.shuffle' | 'order.shuffleAgain' | 'order.then' | 'order.title' | 'order.way.date.asc' | 'order.way.date.desc'
  | 'order.way.name.asc' | 'order.way.name.desc' | 'order.way.number.asc' | 'order.way.number.desc' | 'panel.advanced' | 'panel.all' | 'panel.any'
  | 'panel.close' | 'panel.from' | 'panel.noValues' | 'panel.ofSeries' | 'panel.showMore' | 'panel.to' | 'selection.all' | 'selection.clear'
  | 'selection.download' | 'selection.edit' | 'selection.label' | 'selection.markRead' | 'selection.markUnread' | 'selection.merge' | 'selection.reach'
  | 'table.columns' | 'term.everything' | 'term.nothing' | 'unit.days' | 'unit.hours' | 'unit.months' | 'unit.weeks' | 'unit.years'

declare const messages: { readonly [K in Plain]: Message } & {
  'builder.removeTerm': Message<'field'>; 'chip.count': Message<'count'>; 'chips.edit': Message<'filter'>; 'chips.remove': Message<'filter'>
  'order.remove': Message<'field'>; 'order.reverse': Message<'field' | 'way'>; 'panel.fromNamed': Message<'field'>; 'panel.mode': Message<'field'>
  'panel.searchIn': Message<'field'>; 'panel.set': Message<'count'>; 'panel.show': Message<'found'>; 'panel.toNamed': Message<'field'>
  'selection.count': Message<'count'>; 'selection.first': Message<'count'>; 'selection.markedRead': Message<'count'>
  'selection.markedUnread': Message<'count'>; 'selection.most': Message<'count'>; 'table.sortBy': Message<'column'>; 'term.ago.days': Message<'count'>
  'term.ago.hours': Message<'count'>; 'term.ago.months': Message<'count'>; 'term.ago.weeks': Message<'count'>; 'term.ago.years': Message<'count'>
  'term.and': Message<'one' | 'other'>; 'term.asked': Message<'field' | 'operator'>; 'term.from': Message<'field' | 'value'>
  'term.none': Message<'terms'>; 'term.not': Message<'value'>; 'term.or': Message<'one' | 'other'>; 'term.plain': Message<'field' | 'value'>
  'term.range': Message<'from' | 'to'>; 'term.text': Message<'text'>; 'term.to': Message<'field' | 'value'>
  'term.valued': Message<'field' | 'operator' | 'value'>
}
export default messages

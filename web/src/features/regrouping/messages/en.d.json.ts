// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'regroup.all' | 'regroup.books' | 'regroup.keep' | 'regroup.leaveOne' | 'regroup.merge' | 'regroup.merged' | 'regroup.move' | 'regroup.newTitle'
  | 'regroup.noSeries' | 'regroup.none' | 'regroup.search' | 'regroup.split' | 'regroup.splitDone' | 'regroup.target'

declare const messages: { readonly [K in Plain]: Message } & {
  'regroup.chosen': Message<'count' | 'total'>; 'regroup.firstBooks': Message<'count'>; 'regroup.keeps': Message<'title'>
  'regroup.leaves': Message<'left' | 'title'>; 'regroup.leavesNone': Message<'title'>; 'regroup.mergeMany': Message<'count'>
  'regroup.mergeTitle': Message<'title'>; 'regroup.moveTitle': Message<'count'>; 'regroup.moved': Message<'count'>
  'regroup.moves': Message<'count' | 'title'>; 'regroup.splitTitle': Message<'title'>
}
export default messages

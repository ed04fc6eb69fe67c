// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'settings.all' | 'settings.atStart' | 'settings.atTasks' | 'settings.atTemplate' | 'settings.byServer' | 'settings.changed' | 'settings.details'
  | 'settings.discard' | 'settings.empty' | 'settings.group.api_docs' | 'settings.group.application' | 'settings.group.audit' | 'settings.group.auth'
  | 'settings.group.backup' | 'settings.group.cors' | 'settings.group.database' | 'settings.group.display' | 'settings.group.events'
  | 'settings.group.komga' | 'settings.group.koreader' | 'settings.group.libraries' | 'settings.group.limits' | 'settings.group.log'
  | 'settings.group.metrics' | 'settings.group.observability' | 'settings.group.parser' | 'settings.group.rate_limit' | 'settings.group.scheduler'
  | 'settings.group.server' | 'settings.group.setup' | 'settings.group.smtp' | 'settings.group.stop' | 'settings.group.storage' | 'settings.group.tasks'
  | 'settings.group.updates' | 'settings.group.watch' | 'settings.group.worker' | 'settings.historyNone' | 'settings.intro' | 'settings.isDefault'
  | 'settings.key' | 'settings.leave' | 'settings.leaveTitle' | 'settings.none' | 'settings.off' | 'settings.on' | 'settings.pending'
  | 'settings.pinned.command line' | 'settings.pinned.file' | 'settings.reason' | 'settings.reasonHint' | 'settings.reset' | 'settings.restart'
  | 'settings.restartPending' | 'settings.review' | 'settings.reviewTitle' | 'settings.save' | 'settings.search' | 'settings.show' | 'settings.variable'

declare const messages: { readonly [K in Plain]: Message } & {
  'settings.allowed': Message<'allowed'>; 'settings.allowedRange': Message<'from' | 'to'>; 'settings.by': Message<'name'>
  'settings.changedCount': Message<'count'>; 'settings.default': Message<'value'>; 'settings.detailsOf': Message<'key'>
  'settings.discardNamed': Message<'key'>; 'settings.found': Message<'count'>; 'settings.historyOf': Message<'key'>
  'settings.leaveText': Message<'count'>; 'settings.notSaved': Message<'before'>; 'settings.pendingCount': Message<'count'>
  'settings.pinned.environment': Message<'variable'>; 'settings.quietHours': Message<'from' | 'timezone' | 'to'>; 'settings.resetDone': Message<'key'>
  'settings.resetMany': Message<'count'>; 'settings.saved': Message<'key'>; 'settings.savedMany': Message<'count'>
  'settings.taskDays': Message<'completed' | 'failed'>; 'settings.wasNow': Message<'after' | 'before'>
}
export default messages

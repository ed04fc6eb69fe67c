// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'admin.cancel' | 'admin.close' | 'admin.group.activity' | 'admin.group.content' | 'admin.group.people' | 'admin.group.server'
  | 'admin.notForYouText' | 'admin.notForYouTitle' | 'admin.plainHttp' | 'admin.save' | 'admin.section.access' | 'admin.section.audit'
  | 'admin.section.duplicates' | 'admin.section.errors' | 'admin.section.libraries' | 'admin.section.metrics' | 'admin.section.providers'
  | 'admin.section.schedules' | 'admin.section.settings' | 'admin.section.storage' | 'admin.section.system' | 'admin.section.tasks'
  | 'admin.section.template' | 'admin.section.users' | 'admin.sections' | 'backups.allKept' | 'backups.create' | 'backups.database.postgres'
  | 'backups.database.sqlite' | 'backups.delete' | 'backups.deleteTitle' | 'backups.deleted' | 'backups.encrypted' | 'backups.none'
  | 'backups.notEncrypted' | 'backups.other' | 'backups.queued' | 'backups.schedule' | 'backups.title' | 'backups.verifyQueued' | 'duplicates.books'
  | 'duplicates.byRule' | 'duplicates.byRuleTitle' | 'duplicates.byTitle' | 'duplicates.deleteHint' | 'duplicates.dismissed' | 'duplicates.fact.added'
  | 'duplicates.fact.format' | 'duplicates.fact.locked' | 'duplicates.fact.metadata' | 'duplicates.fact.pages' | 'duplicates.fact.readers'
  | 'duplicates.fact.resolution' | 'duplicates.fact.size' | 'duplicates.find' | 'duplicates.keep' | 'duplicates.likelyBooks' | 'duplicates.looking'
  | 'duplicates.merge' | 'duplicates.mergeAndDelete' | 'duplicates.merged' | 'duplicates.noGroups' | 'duplicates.noneText' | 'duplicates.noneTitle'
  | 'duplicates.notAll' | 'duplicates.notYet' | 'duplicates.nothingPassesOn' | 'duplicates.otherLibrary' | 'duplicates.passesOn'
  | 'duplicates.plannedNone' | 'duplicates.preview' | 'duplicates.readers.none' | 'duplicates.reason.content' | 'duplicates.reason.external_id'
  | 'duplicates.reason.number' | 'duplicates.reason.pages' | 'duplicates.rule' | 'duplicates.rule.larger' | 'duplicates.rule.library'
  | 'duplicates.rule.more_metadata' | 'duplicates.ruleGroups' | 'duplicates.ruleLibrary' | 'duplicates.ruleLibraryHint' | 'duplicates.series'
  | 'duplicates.skipped.not_in_library' | 'duplicates.skipped.other_library' | 'duplicates.skippedLabel' | 'duplicates.text' | 'duplicates.undone'
  | 'duplicates.what.covers' | 'duplicates.what.edits' | 'duplicates.what.externalIds' | 'duplicates.what.history' | 'duplicates.what.lists'
  | 'duplicates.what.marks' | 'duplicates.what.other' | 'duplicates.what.places' | 'duplicates.what.ratings' | 'duplicates.what.sessions'
  | 'duplicates.what.titles' | 'duplicates.what.wantToRead' | 'errors.filter' | 'errors.filterIgnored' | 'errors.filterOpen' | 'errors.noneIgnoredText'
  | 'errors.noneIgnoredTitle' | 'errors.noneText' | 'errors.noneTitle' | 'errors.requested' | 'errors.retryAll' | 'errors.retryGroup'
  | 'errors.type.format_detection' | 'errors.type.metadata' | 'errors.type.other' | 'errors.type.page_extraction' | 'errors.type.parser'
  | 'errors.type.pdf_rendering' | 'errors.type.thumbnail' | 'errors.type.zero_pages' | 'errors.typeHint.format_detection' | 'errors.typeHint.metadata'
  | 'errors.typeHint.other' | 'errors.typeHint.page_extraction' | 'errors.typeHint.parser' | 'errors.typeHint.pdf_rendering'
  | 'errors.typeHint.thumbnail' | 'errors.typeHint.zero_pages' | 'folders.chooseAnother' | 'inventory.books' | 'inventory.byLibrary'
  | 'inventory.database' | 'inventory.pages' | 'inventory.series' | 'inventory.share' | 'inventory.size' | 'inventory.title' | 'inventory.users'
  | 'libraries.needName' | 'metrics.asTable' | 'metrics.avg' | 'metrics.avgDuration' | 'metrics.avgWait' | 'metrics.byType' | 'metrics.bytes'
  | 'metrics.chartCount' | 'metrics.chartDuration' | 'metrics.clear' | 'metrics.clearText' | 'metrics.clearTitle' | 'metrics.day' | 'metrics.errorRate'
  | 'metrics.executed' | 'metrics.executedShort' | 'metrics.failed' | 'metrics.history' | 'metrics.hour' | 'metrics.lastError' | 'metrics.max'
  | 'metrics.noneInSpan' | 'metrics.noneText' | 'metrics.noneTitle' | 'metrics.p50' | 'metrics.p95' | 'metrics.queue' | 'metrics.retried'
  | 'metrics.span' | 'metrics.span.day' | 'metrics.span.month' | 'metrics.span.quarter' | 'metrics.span.week' | 'metrics.stale' | 'metrics.succeeded'
  | 'metrics.text' | 'metrics.throughput' | 'metrics.type' | 'metrics.wait' | 'queue.from' | 'queue.keepCompleted' | 'queue.keepFailed'
  | 'queue.keepHint' | 'queue.pause' | 'queue.pausedText' | 'queue.pausedTitle' | 'queue.quiet' | 'queue.quietHint' | 'queue.quietTitle'
  | 'queue.resume' | 'queue.settings' | 'queue.to' | 'regroupings.running' | 'regroupings.title' | 'regroupings.undone' | 'reports.cancelled'
  | 'reports.changed' | 'reports.completed' | 'reports.failed' | 'reports.gone' | 'reports.moved' | 'reports.new' | 'reports.nothing'
  | 'reports.returned' | 'reports.running' | 'reports.skipped' | 'reports.why.excluded' | 'reports.why.format_not_allowed' | 'reports.why.not_a_book'
  | 'reports.why.not_a_file' | 'reports.why.not_a_name' | 'reports.why.not_stored' | 'scanProblems.bookUnchanged' | 'scanProblems.cover'
  | 'scanProblems.cover.tooLarge' | 'scanProblems.cover.unsupported' | 'scanProblems.failed' | 'scanProblems.fileName' | 'scanProblems.folderName'
  | 'scanProblems.link' | 'scanProblems.missing.unreadable' | 'scanProblems.notAFile' | 'scanProblems.notSaved' | 'scanProblems.notStored'
  | 'scanProblems.title' | 'schedules.add' | 'schedules.addSubmit' | 'schedules.cron' | 'schedules.cronHint' | 'schedules.day' | 'schedules.edit'
  | 'schedules.files' | 'schedules.frequency' | 'schedules.job' | 'schedules.job.backup' | 'schedules.job.cleanup' | 'schedules.job.duplicates'
  | 'schedules.job.integrity' | 'schedules.job.refresh' | 'schedules.job.scan' | 'schedules.job.thumbnails' | 'schedules.jobHint.backup'
  | 'schedules.jobHint.cleanup' | 'schedules.jobHint.duplicates' | 'schedules.jobHint.integrity' | 'schedules.jobHint.refresh'
  | 'schedules.jobHint.scan' | 'schedules.jobHint.thumbnails' | 'schedules.kind.cron' | 'schedules.kind.daily' | 'schedules.kind.hours'
  | 'schedules.kind.monthly' | 'schedules.kind.weekly' | 'schedules.libraries' | 'schedules.name' | 'schedules.never' | 'schedules.nextRuns'
  | 'schedules.noneText' | 'schedules.noneTitle' | 'schedules.notYet' | 'schedules.nothingToDo' | 'schedules.off' | 'schedules.planFailed'
  | 'schedules.preview' | 'schedules.previewing' | 'schedules.repeat' | 'schedules.run' | 'schedules.running' | 'schedules.runningNow'
  | 'schedules.scope' | 'schedules.serverZone' | 'schedules.text' | 'schedules.thorough.integrity' | 'schedules.thorough.scan'
  | 'schedules.thorough.thumbnails' | 'schedules.thoroughHint.integrity' | 'schedules.thoroughHint.scan' | 'schedules.thoroughHint.thumbnails'
  | 'schedules.time' | 'schedules.timezone' | 'schedules.unchanged' | 'schedules.when' | 'schedules.wholeServer' | 'system.alive'
  | 'system.check.database' | 'system.check.disk' | 'system.check.libraries' | 'system.check.migrations' | 'system.check.process' | 'system.check.queue'
  | 'system.check.storage' | 'system.check.wakeups' | 'system.checkStatus.degraded' | 'system.checkStatus.failed' | 'system.checkStatus.ok'
  | 'system.kind.serve' | 'system.kind.worker' | 'system.newerNotes' | 'system.problem.ahead' | 'system.problem.behind' | 'system.problem.lost'
  | 'system.problem.newer' | 'system.problem.silent' | 'system.problem.stopping' | 'system.problem.unknown' | 'system.processes'
  | 'system.status.degraded' | 'system.status.ready' | 'system.status.stopping' | 'system.status.unavailable' | 'tasks.all' | 'tasks.allLibraries'
  | 'tasks.allTypes' | 'tasks.attempts' | 'tasks.book' | 'tasks.cancel' | 'tasks.created' | 'tasks.details' | 'tasks.ended' | 'tasks.error'
  | 'tasks.filterLibrary' | 'tasks.filterState' | 'tasks.filterType' | 'tasks.id' | 'tasks.lastError' | 'tasks.library' | 'tasks.log' | 'tasks.logNone'
  | 'tasks.logWaiting' | 'tasks.next' | 'tasks.noneEnded' | 'tasks.noneHere' | 'tasks.noneRunning' | 'tasks.one' | 'tasks.overview' | 'tasks.priority'
  | 'tasks.queued' | 'tasks.quiet' | 'tasks.recent' | 'tasks.removed' | 'tasks.result' | 'tasks.result.book_duplicate_groups'
  | 'tasks.result.books_analyzed' | 'tasks.result.books_changed' | 'tasks.result.books_checked' | 'tasks.result.books_created'
  | 'tasks.result.books_damaged' | 'tasks.result.books_deleted' | 'tasks.result.books_in_trouble' | 'tasks.result.books_missing'
  | 'tasks.result.books_moved' | 'tasks.result.books_restored' | 'tasks.result.books_skipped' | 'tasks.result.books_updated'
  | 'tasks.result.bytes_freed' | 'tasks.result.covers_deleted' | 'tasks.result.deleted_count' | 'tasks.result.duplicate_groups' | 'tasks.result.failed'
  | 'tasks.result.failures' | 'tasks.result.files_deleted' | 'tasks.result.files_processed' | 'tasks.result.libraries_skipped' | 'tasks.result.made'
  | 'tasks.result.not_written' | 'tasks.result.series_created' | 'tasks.result.series_duplicate_groups' | 'tasks.result.skipped'
  | 'tasks.result.temporary_files_deleted' | 'tasks.result.thumbnails_deleted' | 'tasks.result.total' | 'tasks.result.total_books'
  | 'tasks.result.unchanged' | 'tasks.result.updated_count' | 'tasks.result.written' | 'tasks.retry' | 'tasks.series' | 'tasks.start'
  | 'tasks.startBookCovers' | 'tasks.startCleanup' | 'tasks.startDuplicates' | 'tasks.startScan' | 'tasks.startSeriesCovers' | 'tasks.started'
  | 'tasks.startedBy' | 'tasks.state.cancelled' | 'tasks.state.completed' | 'tasks.state.ended' | 'tasks.state.failed' | 'tasks.state.pending'
  | 'tasks.state.processing' | 'tasks.state.stopping' | 'tasks.theServer' | 'tasks.type.analyze_book' | 'tasks.type.analyze_books'
  | 'tasks.type.analyze_library' | 'tasks.type.analyze_series' | 'tasks.type.apply_name' | 'tasks.type.apply_naming' | 'tasks.type.bulk_edit'
  | 'tasks.type.check_integrity' | 'tasks.type.cleanup_book_files' | 'tasks.type.cleanup_orphaned_files' | 'tasks.type.cleanup_pdf_cache'
  | 'tasks.type.cleanup_series_files' | 'tasks.type.create_backup' | 'tasks.type.export_data' | 'tasks.type.export_series'
  | 'tasks.type.find_duplicates' | 'tasks.type.generate_series_thumbnail' | 'tasks.type.generate_series_thumbnails' | 'tasks.type.generate_thumbnail'
  | 'tasks.type.generate_thumbnails' | 'tasks.type.import_data' | 'tasks.type.measure_storage' | 'tasks.type.purge_deleted'
  | 'tasks.type.refresh_library_metadata' | 'tasks.type.refresh_metadata' | 'tasks.type.regroup_series' | 'tasks.type.renumber_series'
  | 'tasks.type.renumber_series_batch' | 'tasks.type.reprocess_series_title' | 'tasks.type.reprocess_series_titles' | 'tasks.type.retry_book_errors'
  | 'tasks.type.scan_library' | 'tasks.type.sum_books' | 'tasks.type.verify_backup' | 'tasks.type.write_metadata' | 'tasks.unlock' | 'tasks.unlockHint'
  | 'tasks.worker' | 'watch.hint' | 'watch.label' | 'watch.notScanned' | 'watch.offHere' | 'watch.offServer' | 'watch.scanFolderInside'
  | 'watch.scanFolderNow' | 'watch.scanFolderOf' | 'watch.scanFolderShort' | 'watch.scanFolderWhole' | 'watch.starting' | 'watch.top'
  | 'watch.unavailable' | 'watch.widened'

declare const messages: { readonly [K in Plain]: Message } & {
  'backups.deleteOf': Message<'when'>; 'backups.deleteText': Message<'when'>; 'backups.downloadOf': Message<'when'>
  'backups.folder': Message<'folder'>; 'backups.kept': Message<'count'>; 'backups.last': Message<'when'>; 'backups.verifyOf': Message<'when'>
  'duplicates.alreadyThere': Message<'count'>; 'duplicates.byId': Message<'id'>; 'duplicates.copies': Message<'count'>
  'duplicates.deleteFiles': Message<'count'>; 'duplicates.dismissNamed': Message<'title'>; 'duplicates.dropped': Message<'count'>
  'duplicates.filled': Message<'filled' | 'total'>; 'duplicates.groups': Message<'count'>; 'duplicates.inParts': Message<'count'>
  'duplicates.keepNamed': Message<'title'>; 'duplicates.mergeAndDeleteSize': Message<'size'>; 'duplicates.mergeBooksText': Message<'count'>
  'duplicates.mergeSeriesText': Message<'count'>; 'duplicates.mergeTitle': Message<'title'>; 'duplicates.mergedGroups': Message<'count'>
  'duplicates.planned': Message<'count'>; 'duplicates.readers.lists': Message<'count'>; 'duplicates.readers.marks': Message<'count'>
  'duplicates.readers.places': Message<'count'>; 'duplicates.readers.wantToRead': Message<'count'>; 'duplicates.skipped': Message<'count'>
  'errors.books': Message<'count'>; 'errors.firstPage': Message<'name' | 'page'>; 'errors.ignoreNamed': Message<'title'>
  'errors.ignored': Message<'title'>; 'errors.restoreNamed': Message<'title'>; 'errors.restored': Message<'title'>; 'errors.retried': Message<'count'>
  'errors.retryNamed': Message<'title'>; 'errors.retryType': Message<'type'>; 'errors.showAll': Message<'count'>; 'errors.sum': Message<'count'>
  'errors.sumIgnored': Message<'count'>; 'folders.most': Message<'count'>; 'metrics.chartCountText': Message<'done' | 'failed'>
  'metrics.chartDurationText': Message<'slowest'>; 'metrics.oldest': Message<'age'>; 'metrics.perMinute': Message<'count'>
  'metrics.perSecond': Message<'count'>; 'metrics.running': Message<'count'>; 'metrics.share': Message<'share'>
  'queue.pausedBy': Message<'name' | 'when'>; 'queue.quietText': Message<'until'>; 'regroupings.merge_books': Message<'from'>
  'regroupings.merge_series': Message<'from'>; 'regroupings.move_books': Message<'from'>; 'regroupings.split_series': Message<'from'>
  'regroupings.undoNamed': Message<'title'>; 'reports.open': Message<'name'>; 'scanProblems.count': Message<'count'>
  'scanProblems.fileUnreadable': Message<'code'>; 'scanProblems.folderUnreadable': Message<'code'>; 'scanProblems.missing.empty': Message<'count'>
  'scanProblems.missing.many_gone': Message<'count'>; 'scanProblems.missing.unmounted': Message<'count'>; 'scanProblems.more': Message<'count'>
  'schedules.dailyAt': Message<'time'>; 'schedules.deleteNamed': Message<'name'>; 'schedules.deleted': Message<'name'>
  'schedules.editNamed': Message<'name'>; 'schedules.everyHours': Message<'count'>; 'schedules.last': Message<'when'>
  'schedules.lastCancelled': Message<'when'>; 'schedules.lastFailed': Message<'when'>; 'schedules.monthlyAt': Message<'day' | 'time'>
  'schedules.next': Message<'away' | 'moment'>; 'schedules.previewNamed': Message<'name'>; 'schedules.runNamed': Message<'name'>
  'schedules.runningNamed': Message<'name'>; 'schedules.startedNamed': Message<'name'>; 'schedules.switchNamed': Message<'name'>
  'schedules.weeklyAt': Message<'days' | 'time'>; 'system.lastSeen': Message<'when'>; 'system.newer': Message<'latest' | 'version'>
  'system.onHost': Message<'host' | 'pid'>; 'system.problem.abandoned': Message<'count'>; 'system.problem.disk_low': Message<'size'>
  'system.problem.unreadable': Message<'count'>; 'system.since': Message<'when'>; 'tasks.allOf': Message<'what'>
  'tasks.attempt': Message<'attempt' | 'most'>; 'tasks.attemptsOf': Message<'attempts' | 'most'>; 'tasks.cancelNamed': Message<'title'>
  'tasks.failedCount': Message<'count'>; 'tasks.nextAttemptAt': Message<'when'>; 'tasks.progress': Message<'done' | 'total'>
  'tasks.retryNamed': Message<'title'>; 'tasks.runningCount': Message<'count'>; 'tasks.startedByNamed': Message<'name'>
  'tasks.titleOf': Message<'subject' | 'type'>; 'tasks.waitingCount': Message<'count'>; 'tasks.waitingSince': Message<'when'>
  'watch.events': Message<'count'>; 'watch.limit': Message<'seconds'>; 'watch.polling': Message<'kind' | 'seconds'>
  'watch.scanFolder': Message<'name'>
}
export default messages

// Written by `npm run messages` from en.json.
import type { Message } from './catalogue'

type Plain =
  | 'absence.confirm' | 'absence.confirmSubmit' | 'absence.confirmTitle' | 'absence.mount' | 'absence.rights' | 'accent.amber' | 'accent.azure'
  | 'accent.graphite' | 'accent.iris' | 'accent.lagoon' | 'accent.moss' | 'accent.rose' | 'accent.vermilion' | 'action.addLink' | 'action.addToList'
  | 'action.cancel' | 'action.changeCover' | 'action.close' | 'action.copied' | 'action.copy' | 'action.edit' | 'action.goHome' | 'action.less'
  | 'action.more' | 'action.moreActions' | 'action.rate' | 'action.retry' | 'action.save' | 'action.saved' | 'action.undo' | 'action.writeToFiles'
  | 'app.loading' | 'auth.email' | 'auth.endedUnsaved' | 'auth.password' | 'auth.returnHint' | 'auth.showPassword' | 'auth.signIn' | 'auth.signOut'
  | 'auth.userOrEmail' | 'auth.username' | 'auth.wrong' | 'auth.wrongText' | 'books.added' | 'books.analyzing' | 'books.characters' | 'books.continue'
  | 'books.damaged' | 'books.deleteFile' | 'books.direction' | 'books.download' | 'books.edition' | 'books.errorPartText' | 'books.errorPartTitle'
  | 'books.errorText' | 'books.errorTitle' | 'books.format' | 'books.genres' | 'books.hasError' | 'books.isbn' | 'books.language' | 'books.library'
  | 'books.locations' | 'books.locked' | 'books.lockedText' | 'books.lockedTitle' | 'books.missingText' | 'books.missingTitle' | 'books.moveToSeries'
  | 'books.neighbours' | 'books.next' | 'books.originalTitle' | 'books.otherTitles' | 'books.pagesLabel' | 'books.path' | 'books.previous'
  | 'books.published' | 'books.publisher' | 'books.read' | 'books.readAgain' | 'books.readFromStart' | 'books.readIncognito' | 'books.size'
  | 'books.storyArcs' | 'books.subtitle' | 'books.tags' | 'books.teams' | 'books.waitingText' | 'books.waitingTitle' | 'card.select'
  | 'column.bookCount' | 'column.fileSize' | 'column.number' | 'direction.ltr' | 'direction.rtl' | 'direction.short.ltr' | 'direction.short.rtl'
  | 'direction.short.ttb' | 'direction.short.webtoon' | 'direction.ttb' | 'direction.webtoon' | 'edit.bookType' | 'error.gone' | 'error.notLive'
  | 'error.notStored' | 'error.notStoredTitle' | 'error.offline' | 'error.offlineBar' | 'error.offlineStored' | 'error.offlineTitle' | 'error.readOnly'
  | 'error.refused' | 'error.server' | 'error.signedOut' | 'error.technical' | 'error.title' | 'error.unexpected' | 'field.ageRating'
  | 'field.alternateTitles' | 'field.author' | 'field.authors' | 'field.awards' | 'field.blackAndWhite' | 'field.bookCount' | 'field.bookType'
  | 'field.chapter' | 'field.character' | 'field.colorist' | 'field.communityRating' | 'field.completion' | 'field.count' | 'field.cover'
  | 'field.coverArtist' | 'field.customMetadata' | 'field.dateAdded' | 'field.dateUpdated' | 'field.day' | 'field.edition' | 'field.editor'
  | 'field.externalRating' | 'field.fileName' | 'field.fileSize' | 'field.format' | 'field.formatDetail' | 'field.genre' | 'field.genres'
  | 'field.hasError' | 'field.hasExternalSourceId' | 'field.hasUserRating' | 'field.imprint' | 'field.inker' | 'field.isbns' | 'field.language'
  | 'field.languageIso' | 'field.lastRead' | 'field.letterer' | 'field.libraryId' | 'field.location' | 'field.manga' | 'field.month' | 'field.number'
  | 'field.originalTitle' | 'field.originalYear' | 'field.pageCount' | 'field.path' | 'field.penciller' | 'field.publisher' | 'field.readStatus'
  | 'field.readingDirection' | 'field.relevance' | 'field.seriesId' | 'field.seriesPosition' | 'field.seriesTotal' | 'field.sharingTag' | 'field.status'
  | 'field.storyArc' | 'field.subjects' | 'field.subtitle' | 'field.summary' | 'field.tag' | 'field.tags' | 'field.team' | 'field.title'
  | 'field.titleSort' | 'field.totalChapterCount' | 'field.totalVolumeCount' | 'field.translator' | 'field.unreadCount' | 'field.userRating'
  | 'field.volume' | 'field.writer' | 'field.year' | 'folders.add' | 'folders.all' | 'folders.breadcrumb' | 'folders.choose' | 'folders.first'
  | 'folders.firstHint' | 'folders.label' | 'folders.list' | 'folders.none' | 'folders.open' | 'folders.overlap.same' | 'folders.path'
  | 'folders.placeholder' | 'folders.removeEmpty' | 'folders.removed' | 'folders.state.empty' | 'folders.state.many_gone' | 'folders.state.unmounted'
  | 'folders.state.unreadable' | 'folders.up' | 'home.collections' | 'home.continue' | 'home.customise' | 'home.failed' | 'home.newBooks'
  | 'home.newSeries' | 'home.noBooksAsk' | 'home.noBooksText' | 'home.noBooksTitle' | 'home.noLibraryAsk' | 'home.noLibraryText' | 'home.noLibraryTitle'
  | 'home.noMatches' | 'home.noRows' | 'home.noRowsText' | 'home.onDeck' | 'home.outdated' | 'home.read' | 'home.readLists' | 'home.recommended'
  | 'home.scanningText' | 'home.scanningTitle' | 'home.title' | 'home.updatedSeries' | 'libraries.add' | 'libraries.addFirst' | 'libraries.addSubmit'
  | 'libraries.all' | 'libraries.allShort' | 'libraries.clearSearch' | 'libraries.deepScan' | 'libraries.delete' | 'libraries.direction'
  | 'libraries.directionHint' | 'libraries.edit' | 'libraries.excluded' | 'libraries.excludedHint' | 'libraries.files' | 'libraries.filesHint'
  | 'libraries.format.CBR' | 'libraries.format.CBZ' | 'libraries.format.EPUB' | 'libraries.format.PDF' | 'libraries.formats' | 'libraries.imageFolders'
  | 'libraries.imageFoldersHint' | 'libraries.kind' | 'libraries.kind.books' | 'libraries.kind.comics' | 'libraries.kind.manga' | 'libraries.kind.mixed'
  | 'libraries.kindHint' | 'libraries.manage' | 'libraries.manageText' | 'libraries.name' | 'libraries.names' | 'libraries.namesHint'
  | 'libraries.neverScanned' | 'libraries.noResults' | 'libraries.notSaved' | 'libraries.scanShort' | 'libraries.search' | 'libraries.show'
  | 'libraries.showBooks' | 'libraries.showSeries' | 'libraries.sources' | 'libraries.sourcesHint' | 'libraries.stopShort' | 'libraries.view'
  | 'libraries.viewGrid' | 'libraries.viewList' | 'libraries.writeBack' | 'libraries.writeBack.comicinfo_sidecar' | 'libraries.writeBack.file'
  | 'libraries.writeBack.metroninfo' | 'libraries.writeBack.off' | 'libraries.writeBack.sidecar' | 'libraries.writeBackHint' | 'lists.alphabet'
  | 'lists.coverSize' | 'lists.export' | 'lists.filter' | 'lists.invalidIgnore' | 'lists.invalidText' | 'lists.invalidTitle' | 'lists.noMatches'
  | 'lists.viewTable' | 'missing.folderRemoved' | 'missing.keepAlways' | 'missing.none' | 'missing.open' | 'missing.purge' | 'missing.purgeTitle'
  | 'missing.retention' | 'missing.scanAgain' | 'missing.text' | 'navigation.browse' | 'navigation.collapse' | 'navigation.everything'
  | 'navigation.expand' | 'navigation.home' | 'navigation.libraries' | 'navigation.library' | 'navigation.lists' | 'navigation.main'
  | 'navigation.manage' | 'navigation.manageShort' | 'navigation.marks' | 'navigation.profile' | 'navigation.search' | 'navigation.searchHint'
  | 'navigation.searchLabel' | 'navigation.searchPlaceholder' | 'navigation.skip' | 'navigation.statistics' | 'notFound.text' | 'notFound.title'
  | 'offline.available' | 'offline.download' | 'offline.refused' | 'offline.remove' | 'order.random' | 'pager.label' | 'pager.next' | 'pager.previous'
  | 'people.colorists' | 'people.coverArtists' | 'people.editors' | 'people.inkers' | 'people.letterers' | 'people.pencillers' | 'people.people'
  | 'people.translators' | 'people.writers' | 'presets.inSidebar' | 'presets.title' | 'preview.choose' | 'preview.empty' | 'preview.label'
  | 'preview.loading' | 'profile.about' | 'profile.accent' | 'profile.appearance' | 'profile.data' | 'profile.dataText' | 'profile.history'
  | 'profile.language' | 'profile.ratings' | 'profile.role' | 'profile.scheme' | 'profile.schemeDark' | 'profile.schemeLight' | 'profile.schemeSystem'
  | 'profile.title' | 'profile.version' | 'progress.markAllRead' | 'progress.markAllUnread' | 'progress.markRead' | 'progress.markUnread'
  | 'progress.read' | 'progress.unread' | 'reports.openShort' | 'role.admin' | 'role.maintainer' | 'role.reader' | 'scans.aLibrary' | 'scans.all'
  | 'scans.label' | 'scans.looking' | 'series.books' | 'series.deleteFiles' | 'series.inProgress' | 'series.mergeInto' | 'series.scan' | 'series.share'
  | 'series.similar' | 'series.split' | 'series.status.abandoned' | 'series.status.ended' | 'series.status.hiatus' | 'series.titleByRules'
  | 'setup.continue' | 'setup.create' | 'setup.failed' | 'setup.folderText' | 'setup.folderTitle' | 'setup.later' | 'setup.link' | 'setup.linkText'
  | 'setup.needEmail' | 'setup.needLink' | 'setup.needUsername' | 'setup.start' | 'setup.text' | 'sort.bookCount' | 'sort.fileName' | 'sort.fileSize'
  | 'sort.year' | 'unsaved.discard' | 'unsaved.keep' | 'unsaved.text' | 'unsaved.title' | 'viewingAs.end' | 'viewingAs.only' | 'viewingAs.region'
  | 'wantToRead.add' | 'wantToRead.remove' | 'wantToRead.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'absence.confirmText': Message<'count'>; 'absence.empty': Message<'place'>; 'absence.many_gone': Message<'place'>
  'absence.unchanged': Message<'count' | 'when'>; 'absence.unmounted': Message<'place'>; 'absence.unreadable': Message<'place'>
  'action.copyNamed': Message<'name'>; 'books.chapter': Message<'number'>; 'books.count': Message<'count'>; 'books.number': Message<'number'>
  'books.pageOf': Message<'page' | 'total'>; 'books.pages': Message<'count'>; 'books.volume': Message<'number'>; 'card.more': Message<'title'>
  'card.selectNamed': Message<'title'>; 'error.tooMany': Message<'time'>; 'folders.change': Message<'path'>; 'folders.changed': Message<'path'>
  'folders.keep': Message<'path'>; 'folders.moveDown': Message<'path'>; 'folders.moveUp': Message<'path'>; 'folders.of': Message<'name'>
  'folders.overlap.around': Message<'path'>; 'folders.overlap.inside': Message<'path'>; 'folders.place': Message<'count' | 'path' | 'place'>
  'folders.remove': Message<'path'>; 'folders.removedPurge': Message<'count'>; 'folders.stateWithin': Message<'path' | 'state'>
  'home.becauseYouRead': Message<'title'>; 'home.continueBook': Message<'place' | 'title'>; 'home.dismiss': Message<'title'>
  'home.dismissed': Message<'title'>; 'home.inCollection': Message<'title'>; 'home.newInSeries': Message<'count'>
  'libraries.cancelScan': Message<'name'>; 'libraries.deleteText': Message<'count'>; 'libraries.deleteTitle': Message<'name'>
  'libraries.editNamed': Message<'name'>; 'libraries.noResultsText': Message<'text'>; 'libraries.scanned': Message<'when'>
  'lists.filterSet': Message<'count'>; 'lists.invalid.columns': Message<'text'>; 'lists.invalid.filter.field': Message<'text'>
  'lists.invalid.filter.form': Message<'text'>; 'lists.invalid.filter.length': Message<'text'>; 'lists.invalid.filter.operator': Message<'text'>
  'lists.invalid.filter.value': Message<'text'>; 'lists.invalid.show': Message<'text'>; 'lists.invalid.sort': Message<'text'>
  'lists.invalid.view': Message<'text'>; 'lists.jumpTo': Message<'count' | 'letter'>; 'lists.sortBy': Message<'order'>
  'missing.keepDays': Message<'count'>; 'missing.purgeAll': Message<'count'>; 'missing.purgeNamed': Message<'title'>
  'missing.purgeText': Message<'count'>; 'missing.readers': Message<'names'>; 'missing.since': Message<'when'>; 'missing.title': Message<'name'>
  'navigation.brand': Message<'name'>; 'pager.place': Message<'page' | 'pages'>; 'password.rule': Message<'min'>; 'preview.more': Message<'count'>
  'preview.sum': Message<'books' | 'series'>; 'progress.markedRead': Message<'title'>; 'progress.markedUnread': Message<'title'>
  'progress.partly': Message<'share'>; 'scans.files': Message<'done' | 'total'>; 'scans.more': Message<'count'>; 'scans.running': Message<'library'>
  'scans.stop': Message<'library'>; 'series.continueBook': Message<'title'>; 'series.count': Message<'count'>; 'series.readBook': Message<'title'>
  'series.unread': Message<'count'>; 'setup.needPassword': Message<'min'>; 'setup.title': Message<'name'>; 'shelf.back': Message<'title'>
  'shelf.forward': Message<'title'>; 'viewingAs.as': Message<'name'>; 'viewingAs.left': Message<'count'>
}
export default messages

// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'align' | 'align.justify' | 'align.publisher' | 'align.start' | 'aloud' | 'aloud.anyVoice' | 'aloud.failed' | 'aloud.fromHere' | 'aloud.next'
  | 'aloud.pause' | 'aloud.previous' | 'aloud.resume' | 'aloud.speed' | 'aloud.stop' | 'aloud.voice' | 'autoScroll' | 'autoScroll.off'
  | 'autoScroll.stripOnly' | 'back' | 'background' | 'background.black' | 'background.grey' | 'background.white' | 'bars.hint' | 'bookmark.added'
  | 'bookmark.removed' | 'brightness' | 'cannotOpen' | 'close' | 'columns' | 'columns.1' | 'columns.2' | 'contents' | 'contents.failed'
  | 'contents.loading' | 'contents.none' | 'coverAlone' | 'crop' | 'direction' | 'direction.ltr' | 'direction.rtl' | 'direction.ttb'
  | 'direction.webtoon' | 'endOfBook' | 'epub.chapterFailed' | 'epub.chapterFrame' | 'epub.finish' | 'epub.lastPage' | 'epub.leftOut'
  | 'epub.nextChapter' | 'epub.opening' | 'epub.previousChapter' | 'external' | 'external.open' | 'external.text' | 'find.next' | 'find.previous'
  | 'fit' | 'fit.height' | 'fit.original' | 'fit.screen' | 'fit.width' | 'flow' | 'flow.paginated' | 'flow.scrolled' | 'flow.tooLong' | 'font'
  | 'font.add' | 'font.addHint' | 'font.atkinson' | 'font.bitter' | 'font.garamond' | 'font.literata' | 'font.merriweather' | 'font.openDyslexic'
  | 'font.openSans' | 'font.publisher' | 'font.refused.failed' | 'font.refused.large' | 'font.refused.many' | 'font.refused.noFont' | 'font.sans'
  | 'font.serif' | 'font.sourceSerif' | 'fontSize' | 'footer' | 'footer.pages' | 'fullscreen.off' | 'fullscreen.on' | 'goTo.go' | 'goTo.title'
  | 'grayscale' | 'hyphens' | 'hyphens.auto' | 'hyphens.off' | 'hyphens.on' | 'image' | 'imageMode' | 'incognito' | 'key.backspace' | 'key.end'
  | 'key.home' | 'key.pageDown' | 'key.pageUp' | 'key.space' | 'keys' | 'keys.backward' | 'keys.bars' | 'keys.bookEnds' | 'keys.chapters' | 'keys.close'
  | 'keys.double' | 'keys.ends' | 'keys.extend' | 'keys.fit' | 'keys.fontSize' | 'keys.forward' | 'keys.fullscreen' | 'keys.goTo' | 'keys.mode'
  | 'keys.next' | 'keys.pages' | 'keys.pan' | 'keys.picture' | 'keys.previous' | 'keys.return' | 'keys.scroll' | 'keys.select' | 'keys.selected'
  | 'keys.settings' | 'keys.shift' | 'keys.turn' | 'keys.zoom' | 'lastOfList' | 'layout' | 'layout.auto' | 'layout.double' | 'layout.single'
  | 'letterSpacing' | 'lineHeight' | 'loadingPage' | 'lookUp' | 'lookUp.dictionary' | 'lookUp.encyclopedia' | 'lookUp.hint' | 'lookUp.search'
  | 'lookUp.translate' | 'lookUp.translation' | 'margin' | 'nextBook' | 'nextInList' | 'night' | 'noPages' | 'noPagesWhy' | 'notOpened' | 'note'
  | 'note.go' | 'note.none' | 'offer.go' | 'offer.label' | 'offer.stay' | 'ownKeys' | 'ownKeys.none' | 'ownKeys.press' | 'ownKeys.refused'
  | 'pageFormat' | 'pages' | 'panels' | 'panels.off' | 'place' | 'readAgain' | 'scope.book' | 'scope.device' | 'scope.everyBook' | 'scope.library'
  | 'scope.reset' | 'scope.use' | 'scope.useBook' | 'scope.useDevice' | 'scope.useLibrary' | 'scope.useSeries' | 'scrollSpeed' | 'search'
  | 'search.placeholder' | 'settings' | 'shifted' | 'slide' | 'spacing.normal' | 'stripWidth' | 'taps' | 'taps.corner' | 'taps.edges' | 'taps.hint'
  | 'taps.off' | 'taps.swapped' | 'textMode' | 'theme' | 'theme.app' | 'theme.black' | 'theme.dark' | 'theme.green' | 'theme.grey' | 'theme.light'
  | 'theme.sepia' | 'theme.white' | 'toBook' | 'toList' | 'toSeries' | 'tryAgain' | 'wordSpacing' | 'zoom.in' | 'zoom.out'

declare const messages: { readonly [K in Plain]: Message } & {
  'count': Message<'page' | 'total'>; 'epub.pagesLeft': Message<'count'>; 'epub.where': Message<'chapter' | 'share'>; 'finished': Message<'title'>
  'font.missing': Message<'font'>; 'font.remove': Message<'font'>; 'goTo.label': Message<'total'>; 'lastOfSeries': Message<'series'>
  'offer.text': Message<'where'>; 'ownKeys.choose': Message<'action' | 'key'>; 'ownKeys.clear': Message<'action'>
  'ownKeys.moved': Message<'action' | 'key'>; 'page': Message<'page'>; 'pageFailed': Message<'page'>; 'pageOf': Message<'page' | 'total'>
  'percent': Message<'share'>; 'return.toPage': Message<'page'>; 'return.toShare': Message<'share'>; 'scope.everywhere': Message<'series'>
  'scope.none': Message<'series'>; 'scope.series': Message<'series'>; 'scrollSpeed.value': Message<'pixels'>; 'search.found': Message<'count'>
  'search.going': Message<'count'>; 'search.most': Message<'count'>
}
export default messages

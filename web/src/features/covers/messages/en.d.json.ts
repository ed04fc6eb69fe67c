// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'covers.add' | 'covers.address' | 'covers.cancel' | 'covers.choose' | 'covers.crop' | 'covers.cropHint' | 'covers.cropShape' | 'covers.cropWhole'
  | 'covers.delete' | 'covers.draw' | 'covers.drop' | 'covers.fetch' | 'covers.from' | 'covers.hint' | 'covers.list' | 'covers.lock' | 'covers.nextPage'
  | 'covers.ofBook' | 'covers.page' | 'covers.previousPage' | 'covers.reset' | 'covers.save' | 'covers.selected' | 'covers.usePage' | 'source.book'
  | 'source.custom' | 'source.extracted' | 'source.firstBook' | 'source.folder' | 'source.generated' | 'source.url'

declare const messages: { readonly [K in Plain]: Message } & {
  'covers.heading': Message<'title'>; 'covers.pagePicture': Message<'page'>; 'source.page': Message<'page'>
}
export default messages

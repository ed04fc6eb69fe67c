// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'covers.add' | 'covers.address' | 'covers.cancel' | 'covers.choose' | 'covers.crop' | 'covers.cropHint' | 'covers.cropShape' | 'covers.cropWhole'
  | 'covers.delete' | 'covers.deleteOther' | 'covers.deleteShown' | 'covers.deleteTitle' | 'covers.draw' | 'covers.drawInitials' | 'covers.drop'
  | 'covers.fetch' | 'covers.from' | 'covers.hint' | 'covers.list' | 'covers.lock' | 'covers.nextPage' | 'covers.noImage' | 'covers.ofBook'
  | 'covers.page' | 'covers.previousPage' | 'covers.reset' | 'covers.said.cropped' | 'covers.save' | 'covers.selected' | 'covers.usePage'
  | 'source.book' | 'source.custom' | 'source.extracted' | 'source.firstBook' | 'source.folder' | 'source.generated' | 'source.url' | 'source.usual'

declare const messages: { readonly [K in Plain]: Message } & {
  'covers.cropSaid': Message<'height' | 'left' | 'top' | 'width'>; 'covers.heading': Message<'title'>; 'covers.pagePicture': Message<'page'>
  'covers.picture': Message<'title'>; 'covers.said.changed': Message<'source'>; 'covers.said.deleted': Message<'source'>
  'covers.said.pictureChanged': Message<'source'>; 'covers.tooLarge': Message<'most' | 'size'>; 'source.page': Message<'page'>
}
export default messages

// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'storage.cleanUp' | 'storage.cleanUpQueued' | 'storage.clear' | 'storage.clearText' | 'storage.clearTitle' | 'storage.closePdfs' | 'storage.free'
  | 'storage.growth' | 'storage.measure' | 'storage.never' | 'storage.part.backups' | 'storage.part.covers' | 'storage.part.database'
  | 'storage.part.drafts' | 'storage.part.exports' | 'storage.part.logs' | 'storage.part.pages' | 'storage.part.thumbnails' | 'storage.parts'
  | 'storage.pdfs' | 'storage.queued' | 'storage.rule.backups' | 'storage.rule.covers' | 'storage.rule.database' | 'storage.rule.drafts'
  | 'storage.rule.exports' | 'storage.rule.logs' | 'storage.rule.pagesUnlimited' | 'storage.rule.thumbnails' | 'storage.show' | 'storage.total'
  | 'storage.week'

declare const messages: { readonly [K in Plain]: Message } & {
  'storage.files': Message<'count'>; 'storage.freed': Message<'size'>; 'storage.growthText': Message<'days' | 'size'>
  'storage.measured': Message<'when'>; 'storage.ofDisk': Message<'size'>; 'storage.pdfsNote': Message<'hits' | 'opens' | 'seconds'>
  'storage.renders': Message<'count'>; 'storage.rule.pages': Message<'limit'>
}
export default messages

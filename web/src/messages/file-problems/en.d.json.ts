// Written by `npm run messages` from en.json.
import type { Message } from '../../messages/catalogue'

type Plain =
  | 'changed-while-read' | 'corrupt' | 'encrypted' | 'fix.changed-while-read' | 'fix.changed-while-read.page' | 'fix.corrupt' | 'fix.encrypted'
  | 'fix.metadata' | 'fix.metadata.long' | 'fix.no-pages' | 'fix.page-corrupt' | 'fix.page-corrupt.pdf' | 'fix.page-encrypted' | 'fix.page-too-large'
  | 'fix.page-unsupported' | 'fix.resource' | 'fix.thumbnail' | 'fix.thumbnail.large' | 'fix.thumbnail.unsupported' | 'fix.too-large'
  | 'fix.unknown-format' | 'fix.unreadable' | 'fix.unsupported' | 'fix.unsupported.archive' | 'metadata' | 'metadata.long' | 'no-pages' | 'page-corrupt'
  | 'page-encrypted' | 'page-too-large' | 'page-unsupported' | 'resource' | 'thumbnail' | 'thumbnail.large' | 'thumbnail.unsupported' | 'too-large'
  | 'unknown-format' | 'unreadable' | 'unsupported'

declare const messages: { readonly [K in Plain]: Message } & {
  'page-corrupt.named': Message<'name'>; 'page-corrupt.numbered': Message<'page'>; 'page-corrupt.several': Message<'count'>
  'page-encrypted.named': Message<'name'>; 'page-encrypted.numbered': Message<'page'>; 'page-encrypted.several': Message<'count'>
  'page-too-large.named': Message<'name'>; 'page-too-large.numbered': Message<'page'>; 'page-too-large.several': Message<'count'>
  'page-unsupported.named': Message<'name'>; 'page-unsupported.numbered': Message<'page'>; 'page-unsupported.several': Message<'count'>
  'parts-corrupt': Message<'count'>
}
export default messages

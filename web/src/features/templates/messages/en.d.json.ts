// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'template.book' | 'template.empty' | 'template.error.depth' | 'template.error.output' | 'template.error.partial' | 'template.error.size'
  | 'template.error.steps' | 'template.example.facts' | 'template.example.links' | 'template.example.people' | 'template.examples' | 'template.helpers'
  | 'template.label' | 'template.none' | 'template.preview' | 'template.save' | 'template.saved' | 'template.series' | 'template.title'

declare const messages: { readonly [K in Plain]: Message } & {
  'template.error.helper': Message<'detail'>; 'template.error.syntax': Message<'detail'>; 'template.intro': Message<'example'>
}
export default messages

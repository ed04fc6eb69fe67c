// Written by `npm run messages` from en.json.
import type { Message } from '../../../messages/catalogue'

type Plain =
  | 'write.after' | 'write.before' | 'write.both' | 'write.empty' | 'write.field' | 'write.nothing' | 'write.of.alternateCount'
  | 'write.of.alternateNumber' | 'write.of.alternateSeries' | 'write.of.awards' | 'write.of.characters' | 'write.of.communityRating' | 'write.of.custom'
  | 'write.of.externalIds' | 'write.of.externalLinks' | 'write.of.externalRatings' | 'write.of.identifiers' | 'write.of.locations'
  | 'write.of.mainCharacterOrTeam' | 'write.of.notes' | 'write.of.otherTitles' | 'write.of.reprints' | 'write.of.review' | 'write.of.scanInformation'
  | 'write.of.series' | 'write.of.seriesGroups' | 'write.of.storyArcs' | 'write.of.teams' | 'write.of.universes' | 'write.of.web' | 'write.of.webLinks'
  | 'write.off' | 'write.offHint' | 'write.refusal.7z' | 'write.refusal.changed' | 'write.refusal.damaged' | 'write.refusal.document-too-large'
  | 'write.refusal.document-unreadable' | 'write.refusal.encrypted' | 'write.refusal.failed' | 'write.refusal.library-off' | 'write.refusal.link'
  | 'write.refusal.missing' | 'write.refusal.name-taken' | 'write.refusal.no-folder' | 'write.refusal.no-permission' | 'write.refusal.no-series'
  | 'write.refusal.no-space' | 'write.refusal.not-rewritable' | 'write.refusal.pdf' | 'write.refusal.rar' | 'write.refusal.read-only'
  | 'write.refusal.server-off' | 'write.refusal.sidecar-only' | 'write.refusal.signed' | 'write.refusal.split' | 'write.refusal.tar'
  | 'write.refusal.unknown-format' | 'write.safe' | 'write.same' | 'write.seriesFile' | 'write.seriesFileHint' | 'write.start' | 'write.started'
  | 'write.where' | 'write.where.library'

declare const messages: { readonly [K in Plain]: Message } & {
  'write.done': Message<'count'>; 'write.into': Message<'document'>; 'write.more': Message<'count'>; 'write.not': Message<'count'>
  'write.progress': Message<'current' | 'total'>; 'write.reasonsMore': Message<'count'>; 'write.skipped': Message<'fields'>
  'write.title': Message<'name'>; 'write.titleMany': Message<'count'>; 'write.unchanged': Message<'count'>
}
export default messages

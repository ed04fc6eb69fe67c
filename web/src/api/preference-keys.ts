import type { KnownPreference } from '@octavo/contract/preference'

/** Needed on every page; readers also load those of their book. */
export const PREFERENCES: readonly KnownPreference[] = [
  'ui.theme',
  'ui.accent',
  'ui.language',
  'ui.characterKeys',
  'reader.comic',
  'reader.epub',
  'reader.pdf',
]

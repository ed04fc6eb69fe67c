/** Words of metadata that are chosen from: kinds of books, and whether a series goes on. */
export const enMetadata = {
  'choice.abandoned': 'Abandoned',
  'choice.anthology': 'Anthology',
  'choice.artbook': 'Art book',
  'choice.comic': 'Comic',
  'choice.ended': 'Ended',
  'choice.graphic_novel': 'Graphic novel',
  'choice.hiatus': 'On hiatus',
  'choice.magazine': 'Magazine',
  'choice.manga': 'Manga',
  'choice.novel': 'Novel',
  'choice.novella': 'Novella',
  'choice.omnibus': 'Omnibus',
  'choice.oneshot': 'One-shot',
  'choice.ongoing': 'Ongoing',
  'choice.unknown': 'Unknown',
} as const

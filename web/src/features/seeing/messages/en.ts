/** The messages of the bar that is there while everything is seen as somebody else. */
export const en = {
  'seeing.as': 'You see this as {name}',
  'seeing.end': 'End',
  'seeing.left': { one: '{count} minute left', other: '{count} minutes left' },
  'seeing.only': 'Nothing can be changed',
  'seeing.region': 'Seen as somebody else',
} as const

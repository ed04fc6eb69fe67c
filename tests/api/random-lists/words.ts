// Vocabulary of random catalogues and queries.
import type { Random } from '../../long/harness/random'

export const WORDS = [
  'Élan',
  'batman',
  'Bat',
  'Year',
  'one',
  '100%',
  'a_b',
  '進撃の巨人',
  'Ärger',
  'X-Men',
  "D'Artagnan",
  '\\',
  'ＦＵＬＬ',
  'ß',
  'Straße',
  'Strasse',
  'Øst',
  'ﬁn',
  'İstanbul',
]

/** Search texts. */
export const TYPED = [
  'bat',
  'elan',
  'year one',
  'ARGER',
  'men x',
  'batman 100',
  'artag',
  'の巨人',
  '進',
  'full',
  'a',
  'bat x',
  'fin',
  'STRASSE',
  'straß',
  'ost',
  '%',
  '\\',
  'year artagnan bat',
  '0',
  'batman',
  'year',
]

export const GENRES = ['Horror', 'Science Fiction', 'Érotique', 'Seinen']
export const HOUSES = ['Kodansha', 'Éditions É', 'Image Comics']
export const TAGS = ['time travel', '100%', 'tEsT', '進撃']
export const PEOPLE = ['Otomo', 'Moebius', 'Émile Zola']
export const LANGUAGES = ['ja', 'en', 'fr-BE']
export const SHARING = ['family', 'secret', 'school']
export const FORMATS = ['cbz', 'cbr', 'epub', 'pdf']

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How long ago something was added: far from the borders of hours, days, weeks, months and years. */
export const AGO = [
  0.4,
  1.5,
  5.5,
  20.5,
  36,
  5.5 * 24,
  9.5 * 24,
  17.5 * 24,
  45 * 24,
  75 * 24,
  200 * 24,
  400 * 24,
  800 * 24,
].map(hours => hours * HOUR)
/** Rather too few than too many: nothing was added near a border. */
export const UNITS: Readonly<Record<string, number>> = {
  hours: HOUR,
  days: DAY,
  weeks: 7 * DAY,
  months: 30.4 * DAY,
  years: 365.25 * DAY,
}

export const text = (random: Random) =>
  Array.from({ length: 1 + random.whole(3) }, () => random.pick(WORDS)).join(random.pick([' ', ' ', '  ']))

export const chance = (random: Random, share: number) => random.next() < share

/** Some items of a list, often none. */
export const some = <T>(random: Random, list: readonly T[], share: number): T[] =>
  chance(random, share) ? list.filter(() => chance(random, 0.4)) : []

import type { MarkLocator, MarkRegion } from '@octavo/contract/mark'
import { timestamp } from '../../../kernel/clock'
import { parsed } from './mark.rules'
import type { ShownMark } from './marks.queries'

type Named = Pick<ShownMark, 'book_id' | 'book_title' | 'series_id' | 'series_title'>

/** Headings of the series, book and chapter that differ from those of the previous mark. */
export function markHeading(row: ShownMark, before: ShownMark | null): string {
  const isNew = (member: keyof Named) => row[member] !== before?.[member]
  const chapter = chapterOf(row)
  return [
    isNew('series_id') ? `# ${line(row.series_title)}\n\n` : '',
    isNew('book_id') ? `## ${line(row.book_title)}\n\n` : '',
    chapter !== '' && (isNew('book_id') || before === null || chapterOf(before) !== chapter)
      ? `### ${line(chapter)}\n\n`
      : '',
  ].join('')
}

/** A mark as Markdown: quote, note, place and time. */
export function markText(row: ShownMark): string {
  const parts = [
    row.quote === null ? '' : `${lines(row.quote, '> ')}\n\n`,
    row.note === null ? '' : `${lines(row.note)}\n\n`,
    `*${[KINDS[row.kind], placeOf(row), row.color, timestamp(row.created_at).slice(0, 10)].filter(Boolean).join(' · ')}*\n\n`,
  ]
  return parts.join('')
}

const KINDS = { bookmark: 'Bookmark', highlight: 'Highlight', note: 'Note' } as const

function placeOf({ page, progression, region }: ShownMark): string {
  if (page === null) return `${Math.floor(progression * 100)}%`
  const area = parsed<MarkRegion>(region)
  return area ? `page ${page}, ${areaText(area)}` : `page ${page}`
}

function areaText({ x, y, width, height }: MarkRegion): string {
  const percent = (share: number) => `${Math.round(share * 100)}%`
  return `area of ${percent(width)} × ${percent(height)}, ${percent(x)} from the left and ${percent(y)} from the top`
}

const chapterOf = ({ locator }: ShownMark) => parsed<MarkLocator>(locator)?.title?.trim() ?? ''

/** Escapes text, so that nothing in it is interpreted as Markdown or HTML. */
const plain = (text: string) =>
  text.replace(/[\\`*_{}[\]<>()#+\-.!|~&]/g, character => (NEEDLESS.has(character) ? character : `\\${character}`))

/** These are special only at the beginning of a line. */
const NEEDLESS = new Set(['(', ')', '{', '}', '+', '-', '.', '!', '#'])

const line = (text: string) => plain(text.replace(/\s+/g, ' ').trim())

/** Preserves line breaks; escapes markers of lists, headings and rules. */
function lines(text: string, prefix = ''): string {
  return text
    .split('\n')
    .map(each => plain(each.trim()).replace(/^([#+-]|\d+(?=[.)]))/, '\\$1'))
    .map(each => `${prefix}${each}`.trimEnd())
    .join(prefix === '' ? '  \n' : `  \n`)
}

import { te } from './messages'

interface ShownCover {
  readonly source: string
  readonly crop: object | null
}

const SOURCES = ['custom', 'generated', 'url', 'default'] as const

/** A cover in the edit history, in words. */
export function coverText(value: unknown): string {
  if (!isCover(value)) return ''
  const text = sourceText(value.source)
  return value.crop ? te('cover.cropped', { cover: text }) : text
}

function sourceText(source: string): string {
  const page = /(?:^|:)page:(\d+)$/.exec(source)?.[1]
  if (page) return te('cover.page', { page })
  const known = SOURCES.find(each => each === source)
  return known ? te(`cover.${known}`) : te('cover.book')
}

function isCover(value: unknown): value is ShownCover {
  return typeof value === 'object' && value !== null && 'source' in value && typeof value.source === 'string'
}

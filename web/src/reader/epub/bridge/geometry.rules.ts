/** Layout of a chapter. Pixels are CSS pixels. */

export interface View {
  readonly width: number
  readonly height: number
}

export interface PageSettings {
  readonly flow: 'paginated' | 'scrolled'
  readonly columns: 'auto' | '1' | '2'
  /** Side margin in percent of the default. */
  readonly margin: number
  /** Font size in percent. */
  readonly fontSize: number
}

export interface Geometry {
  readonly columns: 1 | 2
  /** Length of a column along the lines: its width, or its height with vertical text. */
  readonly columnLength: number
  /** Gap between columns, half of it at the outer edges, so that pages tile without remainder. */
  readonly gap: number
  /** Margin before the first and after the last line of a page. */
  readonly block: number
  /** Distance from one page to the next. */
  readonly step: number
}

const NORMAL_EDGE = { narrow: 24, wide: 56 }
const NORMAL_BLOCK = { narrow: 28, wide: 44 }
const NARROW = 700
/** Minimum width for two columns, and height for two of vertical text. */
const TWO_COLUMNS = 1000
/** Lines longer than about 75 letters are hard to follow. */
const LONGEST_LINE = 680

/** `vertical`: vertical text (Japanese), so that pages continue downwards, too. */
export function geometryOf(view: View, settings: PageSettings, vertical: boolean): Geometry {
  const narrow = view.width < NARROW
  const edge = ((narrow ? NORMAL_EDGE.narrow : NORMAL_EDGE.wide) * settings.margin) / 100
  const block = ((narrow ? NORMAL_BLOCK.narrow : NORMAL_BLOCK.wide) * settings.margin) / 100
  const step = vertical ? view.height : view.width
  const columns = vertical ? tiersOf(view, settings) : columnsOf(view, settings)
  const longest = (LONGEST_LINE * settings.fontSize) / 100
  const gap = Math.max(2 * (vertical ? block : edge), step / columns - longest)
  return { columns, columnLength: step / columns - gap, gap, block: vertical ? edge : block, step }
}

function columnsOf(view: View, settings: PageSettings): 1 | 2 {
  if (settings.flow === 'scrolled') return 1
  if (settings.columns !== 'auto') return settings.columns === '2' ? 2 : 1
  return view.width >= TWO_COLUMNS && view.width > view.height ? 2 : 1
}

/** Two in a high window, as in Japanese magazines; lower ones would be too short. */
function tiersOf(view: View, settings: PageSettings): 1 | 2 {
  return settings.flow === 'paginated' && settings.columns !== '1' && view.height >= TWO_COLUMNS ? 2 : 1
}

/** Number of columns of a text whose last one ends `extent` pixels after the start of the first. */
export function columnsIn(extent: number, geometry: Geometry): number {
  return Math.max(1, Math.round((extent + geometry.gap) / (geometry.columnLength + geometry.gap)))
}

/** The page at the share `progression` of a chapter with so many pages. */
export function pageAt(progression: number, pages: number): number {
  return Math.max(0, Math.min(pages - 1, Math.floor(progression * pages + 0.001)))
}

/** How a fixed-layout page fills its frame: scaled as a whole, centred. */
export function fitFixed(
  page: View,
  view: View,
): { readonly scale: number; readonly left: number; readonly top: number } {
  const scale = Math.min(view.width / page.width, view.height / page.height)
  return { scale, left: (view.width - page.width * scale) / 2, top: (view.height - page.height * scale) / 2 }
}

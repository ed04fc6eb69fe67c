// Pictures of every screen in four widths, dark and light: `bun tests/browser/screen-pictures.ts [NAME…]`. Build the web app
// first. They are in test-results/screens, and reduced in test-results/sheets, one sheet for each size and scheme and eight
// screens. It ends with an error if something is wider than its window, or the console has one.
import { join } from 'node:path'
import sharp from 'sharp'
import { type ScreenOptions, VIEWPORTS, writeScreenshot } from '../kit/browser'
import { resultsFolder } from '../kit/paths'
import { load, OTHERS, openFilledRoom, type ScreenOf, SIGNED_IN, STRANGER } from './all-screens'
import { overflow, type ReadingRoom, settled } from './reading-room'

const SHEET = { columns: 4, rows: 2, width: 2400, gap: 12 } as const

const screens: readonly ScreenOf[] = [...SIGNED_IN, ...OTHERS]
const wanted = process.argv.slice(2)
const isWanted = ({ name }: ScreenOf) => wanted.length === 0 || wanted.includes(name)
const problems: string[] = []

type Scheme = ScreenOptions['scheme']

/** Loads each screen once, and changes its scheme while it is open. */
async function takeAll(room: ReadingRoom, viewport: ScreenOptions['viewport']): Promise<Record<Scheme, string[]>> {
  const files: Record<Scheme, string[]> = { dark: [], light: [] }
  for (const [as, list] of [
    ['stranger', STRANGER],
    ['admin', screens],
  ] as const) {
    const screen = await room.open({ viewport, scheme: 'dark', reducedMotion: true }, as)
    for (const one of list.filter(isWanted)) {
      const name = `${one.name}-${VIEWPORTS[viewport].width}`
      try {
        screen.forget()
        await screen.page.emulateMedia({ colorScheme: 'dark' })
        await load(room, one, screen)
        for (const scheme of ['dark', 'light'] as const) {
          await screen.page.emulateMedia({ colorScheme: scheme })
          await screen.page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor()
          await settled(screen.page)
          files[scheme].push(await writeScreenshot(screen.page, `${name}-${scheme}`))
        }
        const wider = await overflow(screen.page)
        if (wider > 0) problems.push(`${name}: ${wider} px wider than the window`)
        problems.push(...screen.problems().map(problem => `${name}: ${problem}`))
      } catch (error) {
        problems.push(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      }
    }
    await screen.close()
  }
  return files
}

/** Eight pictures on one. */
async function sheets(files: readonly string[], viewport: ScreenOptions['viewport'], scheme: Scheme): Promise<void> {
  const { columns, rows, gap } = SHEET
  const size = VIEWPORTS[viewport]
  const width = Math.min(size.width, Math.floor(SHEET.width / columns) - gap)
  const height = Math.round((size.height * width) / size.width)
  for (let from = 0; from < files.length; from += columns * rows) {
    const part = files.slice(from, from + columns * rows)
    const tiles = await Promise.all(
      part.map(async (file, at) => ({
        input: await sharp(file).resize(width, height).toBuffer(),
        left: (at % columns) * (width + gap),
        top: Math.floor(at / columns) * (height + gap),
      })),
    )
    const canvas = {
      width: columns * (width + gap),
      height: Math.ceil(part.length / columns) * (height + gap),
      channels: 3,
      background: '#c0c',
    } as const
    const name = `${size.width}-${scheme}-${from / (columns * rows) + 1}.png`
    await sharp({ create: canvas })
      .composite(tiles)
      .png()
      .toFile(join(resultsFolder('sheets'), name))
  }
}

const room = await openFilledRoom()
try {
  for (const viewport of ['phone', 'tablet', 'desktop', 'wide'] as const) {
    const files = await takeAll(room, viewport)
    for (const scheme of ['dark', 'light'] as const) await sheets(files[scheme], viewport, scheme)
    console.log(`${VIEWPORTS[viewport].width} px: done`)
  }
} finally {
  await room.close()
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

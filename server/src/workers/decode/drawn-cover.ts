import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { hashOfTitle } from '@octavo/contract/drawn-cover'
import type { CoverText } from '../pool.types'
import { withFonts } from './drawn-fonts'
import { fitLines } from './fitted-lines'

const WIDTH = 400
const HEIGHT = 600
const MARGIN = 44
const QUALITY = 86
/** Maximum number of characters of a text: more would be unreadable on a cover. */
const MOST_TEXT = 300

interface Colours {
  readonly ground: string
  readonly accent: string
  readonly ink: string
}

interface Text {
  readonly text: string
  readonly size: { readonly most: number; readonly least: number }
  readonly weight: number
  readonly lines: number
}

type Place = { readonly top: number; readonly bottom: number; readonly from: 'top' | 'bottom'; readonly left: number }

/**
 * The cover of a book whose file has none: title, series and author in one of several plain designs, chosen by the
 * title. A JPEG of 400 x 600.
 */
export function drawCover({ title, series, author, initials }: CoverText): Buffer {
  const hash = hashOfTitle(title)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const colours = coloursOf(hash)
  const draw = DESIGNS[Math.floor(hash / 360) % DESIGNS.length] ?? plain
  context.fillStyle = colours.ground
  context.fillRect(0, 0, WIDTH, HEIGHT)
  if (initials) {
    drawInitials(context, initials, colours)
    return canvas.toBuffer('image/jpeg', QUALITY)
  }
  const left = draw(context, colours)
  context.fillStyle = colours.ink
  const seriesEnd = write(
    context,
    { text: series ?? '', size: { most: 19, least: 16 }, weight: 500, lines: 2 },
    { top: 62, bottom: 120, from: 'top', left },
  )
  const names = { text: author ?? '', size: { most: 22, least: 17 }, weight: 400, lines: 3 } as const
  const authorStart = write(context, names, { top: 440, bottom: HEIGHT - 56, from: 'bottom', left })
  write(
    context,
    { text: title, size: { most: 50, least: 22 }, weight: 600, lines: 8 },
    { top: Math.max(seriesEnd + 18, 62), bottom: authorStart - 24, from: 'top', left },
  )
  return canvas.toBuffer('image/jpeg', QUALITY)
}

/** Large and centred, so that it can be cropped to a circle. */
function drawInitials(context: SKRSContext2D, initials: string, { accent, ink }: Colours): void {
  context.fillStyle = accent
  context.beginPath()
  context.arc(WIDTH / 2, HEIGHT / 2, WIDTH * 0.42, 0, 2 * Math.PI)
  context.fill()
  const { text, families } = withFonts(tidy(initials))
  context.fillStyle = ink
  context.fontVariationSettings = `'wght' 600`
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  context.font = `150px ${families.map(family => `"${family}"`).join(', ')}`
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(text)
  context.fillText(text, WIDTH / 2, HEIGHT / 2 + (above - below) / 2, WIDTH * 0.7)
}

/** Light background and dark text, or the reverse: their contrast is more than 7 to 1. */
function coloursOf(hash: number): Colours {
  const hue = hash % 360
  const isDark = Math.floor(hash / 7) % 3 === 0
  if (isDark) return { ground: hsl(hue, 30, 20), accent: hsl(hue, 34, 28), ink: hsl(hue, 45, 91) }
  return { ground: hsl(hue, 38, 90), accent: hsl(hue, 40, 82), ink: hsl(hue, 55, 16) }
}

function hsl(hue: number, saturation: number, lightness: number): string {
  return `hsl(${hue}, ${saturation}%, ${lightness}%)`
}

/** Each draws the background, and returns the text's position. */
const DESIGNS = [spine, frame, horizon, disc, rules, arch]

function plain(): number {
  return MARGIN
}

function spine(context: SKRSContext2D, { accent }: Colours): number {
  context.fillStyle = accent
  context.fillRect(0, 0, 26, HEIGHT)
  return MARGIN + 8
}

function frame(context: SKRSContext2D, { accent }: Colours): number {
  context.strokeStyle = accent
  context.lineWidth = 6
  context.strokeRect(18, 18, WIDTH - 36, HEIGHT - 36)
  context.lineWidth = 2
  context.strokeRect(28, 28, WIDTH - 56, HEIGHT - 56)
  return MARGIN + 8
}

function horizon(context: SKRSContext2D, { accent }: Colours): number {
  context.fillStyle = accent
  context.fillRect(0, HEIGHT * 0.7, WIDTH, HEIGHT * 0.3)
  return MARGIN
}

function disc(context: SKRSContext2D, { accent }: Colours): number {
  context.fillStyle = accent
  context.beginPath()
  context.arc(WIDTH * 0.82, HEIGHT * 0.74, 190, 0, 2 * Math.PI)
  context.fill()
  return MARGIN
}

function rules(context: SKRSContext2D, { accent }: Colours): number {
  context.fillStyle = accent
  for (const y of [30, 40, HEIGHT - 40, HEIGHT - 30]) context.fillRect(MARGIN, y, WIDTH - 2 * MARGIN, 3)
  return MARGIN
}

function arch(context: SKRSContext2D, { accent }: Colours): number {
  context.fillStyle = accent
  context.beginPath()
  context.arc(WIDTH / 2, HEIGHT * 0.72, 130, Math.PI, 2 * Math.PI)
  context.rect(WIDTH / 2 - 130, HEIGHT * 0.72 - 1, 260, HEIGHT)
  context.fill()
  return MARGIN
}

/** Draws a text as large as it fits. Returns its bottom, or its top if drawn from below. */
function write(context: SKRSContext2D, wanted: Text, place: Place): number {
  const { text, families } = withFonts(tidy(wanted.text))
  if (text.trim() === '') return place.from === 'top' ? place.top : place.bottom
  const isRightToLeft = startsRightToLeft(text)
  const width = WIDTH - place.left - MARGIN
  context.fontVariationSettings = `'wght' ${wanted.weight}`
  context.direction = isRightToLeft ? 'rtl' : 'ltr'
  context.textAlign = isRightToLeft ? 'right' : 'left'
  context.textBaseline = 'alphabetic'
  const { size, lines } = fitted(context, { ...wanted, text }, families, { width, height: place.bottom - place.top })
  const height = lineHeight(size)
  const first = place.from === 'top' ? place.top + size : place.bottom - height * (lines.length - 1)
  const x = isRightToLeft ? WIDTH - MARGIN : place.left
  for (const [at, line] of lines.entries()) context.fillText(line, x, first + at * height)
  return place.from === 'top' ? first + (lines.length - 1) * height : first - size
}

/** The largest size at which a text fits without breaking a word, else the smallest, truncated. */
function fitted(
  context: SKRSContext2D,
  { text, size: { most, least }, lines: mostLines }: Text,
  families: readonly string[],
  box: { readonly width: number; readonly height: number },
) {
  for (let size = most; ; size = Math.max(least, size - 3)) {
    context.font = `${size}px ${families.map(family => `"${family}"`).join(', ')}`
    const room = Math.max(1, Math.min(mostLines, Math.floor((box.height - size) / lineHeight(size)) + 1))
    const { lines, isStrained } = fitLines(text, box.width, room, part => context.measureText(part).width)
    if (!isStrained || size === least) return { size, lines }
  }
}

function lineHeight(size: number): number {
  return Math.round(size * 1.24)
}

function tidy(text: string): string {
  return text.slice(0, MOST_TEXT).normalize('NFC').replaceAll(/\s+/g, ' ').trim()
}

/** By its first letter with a direction. */
function startsRightToLeft(text: string): boolean {
  const letter = /\p{L}/u.exec(text)?.[0] ?? ''
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(letter)
}

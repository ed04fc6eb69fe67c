// Covers for books that do not exist: a motif in the colours of its series, the title, the number.
import sharp from 'sharp'

export const MOTIFS = ['hills', 'waves', 'city', 'orbits', 'forest', 'arches', 'rain', 'lantern'] as const

export interface CoverDesign {
  readonly motif: (typeof MOTIFS)[number]
  /** Sky above, sky below, the dark in front, the light. */
  readonly colours: readonly [string, string, string, string]
  /** Of the title; the light when not said. */
  readonly ink?: string
}

const WIDTH = 800
const HEIGHT = 1200

/** A JPEG of 800 x 1200. `number` moves the motif and turns the colours, so that no two volumes look the same. */
export async function drawCover(design: CoverDesign, title: string, author: string, number: number): Promise<Buffer> {
  const [above, below, dark, light] = design.colours
  const lines = title.split('|')
  const text = lines
    .map((line, index) => `<text x="70" y="${165 + index * 92}" font-size="88" font-weight="700">${line}</text>`)
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>${drawMotif(design, number)}
<rect y="1062" width="${WIDTH}" height="138" fill="${dark}"/>
<g font-family="Liberation Serif, DejaVu Serif, serif"><g fill="${design.ink ?? light}">${text}</g>
<g fill="${light}"><text x="70" y="1145" font-size="36" letter-spacing="4">${author.toUpperCase()}</text>
<text x="730" y="1155" font-size="72" font-weight="700" text-anchor="end">${number}</text></g></g></svg>`
  return await sharp(Buffer.from(svg))
    .modulate({ hue: ((number - 1) * 23) % 360 })
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** The same shapes for the same number: a place between 0 and 1 for each step. */
function wander(number: number) {
  let state = number * 7919 + 104729
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return state / 2147483648
  }
}

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => draw(at)).join('')

function drawMotif({ motif, colours }: CoverDesign, number: number): string {
  const [, , dark, light] = colours
  const next = wander(number)
  const disc = (x: number, y: number, r: number, more = '') =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="${light}" ${more}/>`
  const layer = (at: number, count: number) => `fill="${dark}" fill-opacity="${(0.35 + (0.6 * at) / count).toFixed(2)}"`
  switch (motif) {
    case 'hills':
      return (
        disc(250 + 300 * next(), 560, 130) +
        times(5, at => {
          const y = 680 + at * 105
          const [a, b] = [y - 220 * next(), y + 160 * next()]
          return `<path d="M0 ${y} C 240 ${a} 480 ${b} 800 ${y - 60 * next()} V 1200 H 0 Z" ${layer(at, 5)}/>`
        })
      )
    case 'waves':
      return (
        disc(560 - 320 * next(), 520, 95, 'fill-opacity="0.9"') +
        times(9, at => {
          const y = 600 + at * 68
          const shift = -200 * next()
          const crest = times(6, () => 'q 90 -70 180 0 ')
          return `<path d="M${shift} ${y} ${crest} V 1200 H ${shift} Z" ${layer(at, 9)}/>`
        })
      )
    case 'city':
      return (
        disc(140 + 500 * next(), 500, 75) +
        times(3, row =>
          times(9, at => {
            const [height, x] = [180 + 330 * next() - row * 40, at * 92 - 20 * next()]
            const top = 1200 - height - (2 - row) * 150
            const lit = times(4, window =>
              next() > 0.5
                ? `<rect x="${x + 18 + (window % 2) * 34}" y="${top + 30 + window * 34}" width="14" height="18" fill="${light}"/>`
                : '',
            )
            return `<rect x="${x}" y="${top}" width="84" height="${1200 - top}" ${layer(row, 3)}/>${row === 2 ? lit : ''}`
          }),
        )
      )
    case 'orbits':
      return (
        times(5, at => {
          const tilt = 180 * next()
          return `<ellipse cx="400" cy="740" rx="${130 + at * 75}" ry="${50 + at * 34}" transform="rotate(${tilt} 400 740)" fill="none" stroke="${light}" stroke-opacity="0.55" stroke-width="4"/>`
        }) +
        disc(400, 740, 92) +
        times(46, () => disc(800 * next(), 330 + 700 * next(), 1.5 + 4 * next(), 'fill-opacity="0.8"'))
      )
    case 'forest':
      return times(4, row =>
        times(8, at => {
          const [x, height] = [at * 115 - 50 + 60 * next(), 330 + 190 * next()]
          const foot = 900 + row * 100
          return `<path d="M${x} ${foot} l 75 ${-height} l 75 ${height} V 1200 H ${x} Z" ${layer(row, 4)}/>`
        }),
      )
    case 'arches':
      return times(6, at => {
        const r = 350 - at * 56
        return `<path d="M${400 - r} 1200 V ${820 + at * 8} a ${r} ${r} 0 0 1 ${2 * r} 0 V 1200 Z" fill="${at % 2 === number % 2 ? dark : light}" fill-opacity="${at % 2 === number % 2 ? 0.85 : 0.9}"/>`
      })
    case 'rain':
      return times(90, at => {
        const [x, y, length] = [900 * next(), 350 + 700 * next(), 40 + 90 * next()]
        const drop = `<path d="M${x} ${y} l ${-length / 4} ${length}" stroke="${light}" stroke-opacity="0.5" stroke-width="5" stroke-linecap="round"/>`
        return at < 89 ? drop : `<path d="M${80 + 260 * next()} 930 a 240 240 0 0 1 480 0 Z" fill="${dark}"/>`
      })
    case 'lantern':
      return times(7, at => {
        const [x, y, r] = [90 + at * 105, 430 + 380 * next(), 46 + 34 * next()]
        return `<path d="M${x} 0 V ${y - r}" stroke="${dark}" stroke-width="4"/>${disc(x, y, r, 'fill-opacity="0.92"')}<rect x="${x - r * 0.5}" y="${y - r - 14}" width="${r}" height="20" rx="6" fill="${dark}"/><rect x="${x - r * 0.5}" y="${y + r - 6}" width="${r}" height="20" rx="6" fill="${dark}"/>`
      })
  }
}

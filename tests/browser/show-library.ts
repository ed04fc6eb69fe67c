// The library of the README's pictures: fictional series, and public domain books.
import { writeLibrary } from '../kit/books'
import { jpegImage } from '../kit/images'
import { type ZipEntry, zip } from '../kit/zip'
import { type CoverDesign, drawCover } from './drawn-covers'
import { copyFixtures } from './shelves'

interface ShowSeries extends CoverDesign {
  readonly library: 'Comics' | 'Manga'
  /** `|` breaks the line on the cover. */
  readonly title: string
  readonly author: string
  readonly publisher: string
  readonly year: number
  readonly summary: string
  readonly volumes: readonly string[]
}

const SERIES: readonly ShowSeries[] = [
  {
    library: 'Comics',
    title: 'The Salt|Road',
    author: 'Ada Marlowe',
    publisher: 'Lantern & Sons',
    year: 2019,
    summary:
      'For a hundred years the caravans have carried salt across the dry sea, and for a hundred years nobody has asked what the wells are paid with. Then a mapmaker’s daughter finds a road that is on no map, and someone who has walked it back.',
    volumes: ['The Dry Sea', 'A Map of Wells', 'What the Wind Owes', 'Caravanserai', 'The Last Cistern', 'Snow'],
    motif: 'hills',
    colours: ['#f4b860', '#c8553d', '#4a1c2b', '#fff3dc'],
    ink: '#5a2030',
  },
  {
    library: 'Comics',
    title: 'Night|Ferry',
    author: 'Tom van der Berg',
    publisher: 'Nine Panel Press',
    year: 2021,
    summary: 'The boat leaves at midnight and is back by six. Nobody has ever seen the other shore.',
    volumes: ['Boarding', 'Fog Signals', 'The Purser', 'Slack Water', 'Lights Ashore'],
    motif: 'waves',
    colours: ['#0b2545', '#1f5a7a', '#061528', '#e9f1f7'],
  },
  {
    library: 'Comics',
    title: 'Meridian',
    author: 'Priya Raman',
    publisher: 'Meridian Comics',
    year: 2016,
    summary: 'Seven observatories, one silence between the stars, and the courier who carries it.',
    volumes: ['First Light', 'Parallax', 'Perihelion', 'Transit', 'Red Shift', 'Occultation', 'Zenith'],
    motif: 'orbits',
    colours: ['#1b1033', '#5b2a86', '#0d0719', '#f8e9b0'],
  },
  {
    library: 'Comics',
    title: 'Paper|Kingdom',
    author: 'Grace Okafor',
    publisher: 'Lantern & Sons',
    year: 2022,
    summary: 'A city folded overnight. Anyone who unfolds it rules it.',
    volumes: ['Crease', 'Mountain Fold', 'Valley Fold', 'The Crane'],
    motif: 'city',
    colours: ['#f7d6c4', '#e07a5f', '#3d405b', '#fffaf0'],
    ink: '#3d405b',
  },
  {
    library: 'Comics',
    title: 'Glass|Orchard',
    author: 'Eli Stone',
    publisher: 'Harbor House',
    year: 2018,
    summary: 'The trees ring when it storms.',
    volumes: ['Grafting', 'First Frost', 'Windfall'],
    motif: 'forest',
    colours: ['#bfe3d0', '#3f8f7b', '#12403a', '#f6fff8'],
    ink: '#12403a',
  },
  {
    library: 'Manga',
    title: 'Hinode|Station',
    author: 'Aoi Tanaka',
    publisher: 'Tsukimi Books',
    year: 2017,
    summary: 'The first train is always empty. Until it is not.',
    volumes: ['Platform 1', 'Platform 2', 'Platform 3', 'Platform 4', 'Platform 5'],
    motif: 'arches',
    colours: ['#ffe2d1', '#f2a48d', '#b23a48', '#fff8ef'],
    ink: '#8d2f3b',
  },
  {
    library: 'Manga',
    title: 'Rain|Dictionary',
    author: 'Kenji Sato',
    publisher: 'Tsukimi Books',
    year: 2020,
    summary: 'Fifty words for rain, and a boy who collects the fifty-first.',
    volumes: ['Drizzle', 'Downpour', 'Fox Wedding', 'Thunderhead'],
    motif: 'rain',
    colours: ['#33415c', '#7d8597', '#14213d', '#e0fbfc'],
  },
  {
    library: 'Manga',
    title: 'Blue Lantern|Street',
    author: 'Rumi Takahashi',
    publisher: 'Aozora',
    year: 2015,
    summary: 'A street that is only there when the lanterns are lit.',
    volumes: ['Dusk', 'Evening', 'Midnight', 'Small Hours'],
    motif: 'lantern',
    colours: ['#10243e', '#27476e', '#0a1626', '#ffd27d'],
  },
]

const PAGES = 24

/** Writes the folders Comics, Manga and Books. */
export async function writeShowLibrary(folder: string): Promise<void> {
  const blank = await jpegImage({ width: 800, height: 1200 }, '#f5f1e8')
  for (const series of SERIES) {
    const name = series.title.replace('|', ' ')
    for (const [index, title] of series.volumes.entries()) {
      const number = index + 1
      const cover = await drawCover(series, series.title, series.author, number)
      const pages: ZipEntry[] = [{ name: 'p001.jpg', data: cover, method: 'store' }]
      for (let page = 2; page <= PAGES; page++) {
        pages.push({ name: `p${String(page).padStart(3, '0')}.jpg`, data: blank, method: 'store' })
      }
      pages.push({ name: 'ComicInfo.xml', data: comicInfo(series, name, title, number), method: 'deflate' })
      writeLibrary(folder, { [`${series.library}/${name}/${name} ${String(number).padStart(2, '0')}.cbz`]: zip(pages) })
    }
  }
  copyFixtures(folder, {
    'Comics/Science Comics/Science Comics 001 (1946).cbz': 'cbz/Science Comics 001 (1946).cbz',
    'Books/Lewis Carroll/Alice’s Adventures in Wonderland.epub': 'epub/stump-alice.epub',
    'Books/Herman Melville/Moby-Dick.epub': 'epub/moby-dick.epub',
    'Books/Walt Whitman/Leaves of Grass.epub': 'epub/leaves.epub',
    'Books/T. S. Eliot/The Waste Land.epub': 'epub/wasteland-otf-obf.epub',
    'Books/Charles Madison Curry/Children’s Literature.epub': 'epub/childrens-literature.epub',
  })
}

function comicInfo(series: ShowSeries, name: string, title: string, number: number): string {
  const { summary, year, author, publisher, library } = series
  const fields = {
    Title: title,
    Series: name,
    Number: number,
    Summary: summary,
    Year: year + Math.floor(number / 3),
    Writer: author,
    Publisher: publisher.replace('&', '&amp;'),
    ...(library === 'Manga' && { Manga: 'YesAndRightToLeft' }),
  }
  const xml = Object.entries(fields).map(([field, value]) => `<${field}>${value}</${field}>`)
  return `<?xml version="1.0" encoding="utf-8"?><ComicInfo>${xml.join('')}</ComicInfo>`
}

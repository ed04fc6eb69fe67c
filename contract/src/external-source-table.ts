/** The subject of an id, link or rating. */
export type ExternalSubject = 'series' | 'book'

/** A page type of a source: converts between id and address. */
interface SourcePage {
  /** Absent: the same page for series and books. */
  readonly of?: ExternalSubject
  /**
   * Matches the path and query of an address; the first group is the id. Fixed parts and single classes only: linear
   * time.
   */
  readonly path: RegExp
  /** The address of an id, with `{id}`; absent if the id alone is not enough. */
  readonly link: string
  /** Ids with this page type, if the source has several. */
  readonly id?: RegExp
}

/** A site that identifies series or books by ids. */
export interface ExternalSource {
  /** The stored name, which plugins use. */
  readonly source: string
  readonly name: string
  /** Without `www.`; one that ends in `.` has any top-level domain: `amazon.` is amazon.de and amazon.co.uk. */
  readonly hosts: readonly string[]
  readonly pages: readonly SourcePage[]
}

const NUMBER = /^\d{1,12}$/

/** The known sources. An address of any other site is a link without id. */
export const EXTERNAL_SOURCES: readonly ExternalSource[] = [
  {
    source: 'comicvine',
    name: 'Comic Vine',
    hosts: ['comicvine.gamespot.com', 'comicvine.com'],
    pages: [
      {
        of: 'series',
        path: /^\/[^/?]{1,200}\/(4050-\d{1,12})(?:[/?]|$)/,
        link: 'https://comicvine.gamespot.com/volume/{id}/',
        id: /^4050-\d{1,12}$/,
      },
      {
        of: 'book',
        path: /^\/[^/?]{1,200}\/(4000-\d{1,12})(?:[/?]|$)/,
        link: 'https://comicvine.gamespot.com/issue/{id}/',
        id: /^4000-\d{1,12}$/,
      },
      // Files contain the bare number.
      { of: 'series', path: /^\/()$/, link: 'https://comicvine.gamespot.com/volume/4050-{id}/', id: NUMBER },
      { of: 'book', path: /^\/()$/, link: 'https://comicvine.gamespot.com/issue/4000-{id}/', id: NUMBER },
    ],
  },
  {
    source: 'metron',
    name: 'Metron',
    hosts: ['metron.cloud'],
    pages: [
      { of: 'series', path: /^\/series\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://metron.cloud/series/{id}/' },
      { of: 'book', path: /^\/issue\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://metron.cloud/issue/{id}/' },
    ],
  },
  {
    source: 'gcd',
    name: 'Grand Comics Database',
    hosts: ['comics.org'],
    pages: [
      { of: 'series', path: /^\/series\/(\d{1,12})(?:[/?]|$)/, link: 'https://www.comics.org/series/{id}/' },
      { of: 'book', path: /^\/issue\/(\d{1,12})(?:[/?]|$)/, link: 'https://www.comics.org/issue/{id}/' },
    ],
  },
  {
    source: 'anilist',
    name: 'AniList',
    hosts: ['anilist.co'],
    pages: [{ path: /^\/manga\/(\d{1,12})(?:[/?]|$)/, link: 'https://anilist.co/manga/{id}' }],
  },
  {
    source: 'myanimelist',
    name: 'MyAnimeList',
    hosts: ['myanimelist.net'],
    pages: [{ path: /^\/manga\/(\d{1,12})(?:[/?]|$)/, link: 'https://myanimelist.net/manga/{id}' }],
  },
  {
    source: 'mangaupdates',
    name: 'MangaUpdates',
    hosts: ['mangaupdates.com'],
    pages: [
      { path: /^\/series\/([0-9a-z]{1,20})(?:[/?]|$)/, link: 'https://www.mangaupdates.com/series/{id}' },
      {
        path: /^\/series\.html\?id=(\d{1,12})(?:&|$)/,
        link: 'https://www.mangaupdates.com/series.html?id={id}',
        id: NUMBER,
      },
    ],
  },
  {
    source: 'mangabaka',
    name: 'MangaBaka',
    hosts: ['mangabaka.org', 'mangabaka.dev', 'mangabaka.com'],
    pages: [
      { path: /^\/(\d{1,12})(?:[/?]|$)/, link: 'https://mangabaka.org/{id}' },
      { path: /^\/manga\/(\d{1,12})(?:[/?]|$)/, link: 'https://mangabaka.org/{id}' },
    ],
  },
  {
    source: 'mangadex',
    name: 'MangaDex',
    hosts: ['mangadex.org'],
    pages: [{ path: /^\/title\/([0-9a-f-]{36})(?:[/?]|$)/, link: 'https://mangadex.org/title/{id}' }],
  },
  {
    source: 'kitsu',
    name: 'Kitsu',
    hosts: ['kitsu.app', 'kitsu.io'],
    pages: [{ path: /^\/manga\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://kitsu.app/manga/{id}' }],
  },
  {
    source: 'animeplanet',
    name: 'Anime-Planet',
    hosts: ['anime-planet.com'],
    pages: [{ path: /^\/manga\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://www.anime-planet.com/manga/{id}' }],
  },
  {
    source: 'shikimori',
    name: 'Shikimori',
    hosts: ['shikimori.one', 'shikimori.me'],
    pages: [
      {
        path: /^\/(?:mangas|ranobe)\/[a-z]?(\d{1,12})(?:[-/?]|$)/,
        link: 'https://shikimori.one/mangas/{id}',
        id: NUMBER,
      },
    ],
  },
  {
    source: 'novelupdates',
    name: 'Novel Updates',
    hosts: ['novelupdates.com'],
    pages: [{ path: /^\/series\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://www.novelupdates.com/series/{id}/' }],
  },
  {
    source: 'openlibrary',
    name: 'Open Library',
    hosts: ['openlibrary.org'],
    pages: [
      { path: /^\/works\/(OL\d{1,12}W)(?:[/?]|$)/, link: 'https://openlibrary.org/works/{id}', id: /^OL\d{1,12}W$/ },
      { path: /^\/books\/(OL\d{1,12}M)(?:[/?]|$)/, link: 'https://openlibrary.org/books/{id}', id: /^OL\d{1,12}M$/ },
    ],
  },
  {
    source: 'goodreads',
    name: 'Goodreads',
    hosts: ['goodreads.com'],
    pages: [
      {
        of: 'book',
        path: /^\/(?:[a-z]{2}\/)?book\/show\/(\d{1,12})(?:[-./?]|$)/,
        link: 'https://www.goodreads.com/book/show/{id}',
        id: NUMBER,
      },
      {
        of: 'series',
        path: /^\/(?:[a-z]{2}\/)?series\/(\d{1,12})(?:[-./?]|$)/,
        link: 'https://www.goodreads.com/series/{id}',
        id: NUMBER,
      },
    ],
  },
  {
    source: 'googlebooks',
    name: 'Google Books',
    hosts: ['books.google.', 'play.google.com', 'google.'],
    pages: [
      {
        of: 'book',
        path: /^\/(?:books|store\/books\/details)(?:\/[^?]{0,200})?\?(?:[^#]{0,500}&)?id=([\w-]{12})(?:&|$)/,
        link: 'https://books.google.com/books?id={id}',
        id: /^[\w-]{12}$/,
      },
      {
        of: 'book',
        path: /^\/books\/edition\/[^/?]{1,200}\/([\w-]{12})(?:[/?]|$)/,
        link: 'https://books.google.com/books?id={id}',
        id: /^[\w-]{12}$/,
      },
    ],
  },
  {
    source: 'amazon',
    name: 'Amazon',
    hosts: ['amazon.'],
    pages: [
      {
        of: 'book',
        path: /^\/(?:[^/?]{1,200}\/)?(?:dp|gp\/product)\/([0-9A-Z]{10})(?:[/?]|$)/,
        link: 'https://www.amazon.com/dp/{id}',
        id: /^[0-9A-Z]{10}$/,
      },
      {
        of: 'series',
        path: /^\/(?:[^/?]{1,200}\/)?(?:dp|gp\/product)\/([0-9A-Z]{10})(?:[/?]|$)/,
        link: 'https://www.amazon.com/dp/{id}',
        id: /^[0-9A-Z]{10}$/,
      },
    ],
  },
  {
    source: 'hardcover',
    name: 'Hardcover',
    hosts: ['hardcover.app'],
    pages: [
      { of: 'book', path: /^\/books\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://hardcover.app/books/{id}' },
      { of: 'series', path: /^\/series\/([\w-]{1,200})(?:[/?]|$)/, link: 'https://hardcover.app/series/{id}' },
    ],
  },
  {
    source: 'librarything',
    name: 'LibraryThing',
    hosts: ['librarything.com'],
    pages: [
      { of: 'book', path: /^\/work\/(\d{1,12})(?:[/?]|$)/, link: 'https://www.librarything.com/work/{id}' },
      { of: 'series', path: /^\/nseries\/(\d{1,12})(?:[/?]|$)/, link: 'https://www.librarything.com/nseries/{id}' },
    ],
  },
  {
    source: 'storygraph',
    name: 'The StoryGraph',
    hosts: ['app.thestorygraph.com'],
    pages: [
      { of: 'book', path: /^\/books\/([0-9a-f-]{36})(?:[/?]|$)/, link: 'https://app.thestorygraph.com/books/{id}' },
      { of: 'series', path: /^\/series\/(\d{1,12})(?:[/?]|$)/, link: 'https://app.thestorygraph.com/series/{id}' },
    ],
  },
  {
    source: 'wikidata',
    name: 'Wikidata',
    hosts: ['wikidata.org', 'm.wikidata.org'],
    pages: [{ path: /^\/(?:wiki|entity)\/(Q\d{1,12})(?:[?]|$)/, link: 'https://www.wikidata.org/wiki/{id}' }],
  },
  {
    source: 'leagueofcomicgeeks',
    name: 'League of Comic Geeks',
    hosts: ['leagueofcomicgeeks.com'],
    pages: [
      {
        of: 'series',
        path: /^\/comics\/series\/(\d{1,12})(?:[/?]|$)/,
        link: 'https://leagueofcomicgeeks.com/comics/series/{id}/-',
      },
      { of: 'book', path: /^\/comic\/(\d{1,12})(?:[/?]|$)/, link: 'https://leagueofcomicgeeks.com/comic/{id}/-' },
    ],
  },
  {
    source: 'isfdb',
    name: 'ISFDB',
    hosts: ['isfdb.org'],
    pages: [
      {
        of: 'book',
        path: /^\/cgi-bin\/title\.cgi\?(\d{1,12})$/,
        link: 'https://www.isfdb.org/cgi-bin/title.cgi?{id}',
      },
      {
        of: 'series',
        path: /^\/cgi-bin\/pe\.cgi\?(\d{1,12})$/,
        link: 'https://www.isfdb.org/cgi-bin/pe.cgi?{id}',
      },
    ],
  },
  {
    source: 'gutenberg',
    name: 'Project Gutenberg',
    hosts: ['gutenberg.org'],
    pages: [{ of: 'book', path: /^\/ebooks\/(\d{1,12})(?:[/?]|$)/, link: 'https://www.gutenberg.org/ebooks/{id}' }],
  },
  {
    source: 'isbn',
    name: 'ISBN',
    hosts: [],
    pages: [{ path: /^\/()$/, link: 'https://openlibrary.org/isbn/{id}', id: /^(?:\d{13}|\d{9}[\dX])$/ }],
  },
]

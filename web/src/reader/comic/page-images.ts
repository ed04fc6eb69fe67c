import { type ApiError, toApiError } from '../../api'
import { isReachable, laterOrBack, reportSilence } from '../../api/connection'
import { retryDelay } from './preload.rules'

export type Picture =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly image: HTMLImageElement }
  /** Without an error, the browser does not support the format. */
  | { readonly state: 'failed'; readonly error: ApiError | null }

/** Decoded page images by address: wanted ones are loaded, others released. */
export interface PageImages {
  /** Addresses in order of priority. Everything else is dropped. */
  want(addresses: readonly string[]): void
  /** Loads and retains one more address, until the returned function is called. */
  hold(address: string): () => void
  get(address: string): Picture
  subscribe(listener: () => void): () => void
  retry(address: string): void
  close(): void
}

const LOADING: Picture = { state: 'loading' }

interface Entry {
  picture: Picture
  image: HTMLImageElement
  cancel: () => void
  attempt: number
  gone: boolean
}

export function createPageImages(): PageImages {
  const entries = new Map<string, Entry>()
  const held = new Map<string, number>()
  let list: ReadonlySet<string> = new Set()
  const listeners = new Set<() => void>()

  const show = (entry: Entry, picture: Picture) => {
    if (entry.gone) return
    entry.picture = picture
    for (const listener of listeners) listener()
  }

  async function load(address: string, entry: Entry, source = address): Promise<void> {
    const image = new Image()
    entry.image = image
    image.decoding = 'sync'
    image.draggable = false
    image.src = source
    try {
      // Decoding in advance, off the main thread, lets a page turn paint in the next frame.
      await image.decode()
      show(entry, { state: 'ready', image })
    } catch {
      if (!entry.gone) await diagnose(address, entry, source)
    }
  }

  /** An image element does not report why it failed: fetch it to find out. */
  async function diagnose(address: string, entry: Entry, source: string): Promise<void> {
    // One page has failed because the server is unreachable: the others wait for the server.
    const answer = isReachable() ? await fetch(source, { credentials: 'same-origin' }).catch(() => null) : null
    if (entry.gone) return
    if (!answer) {
      reportSilence()
      entry.cancel = laterOrBack(() => void load(address, entry), 0)
      return
    }
    const { status } = answer
    if (answer.ok) {
      // It was loaded this time. If it still fails, the browser does not support its format.
      const image = await decoded(await answer.blob().catch(() => null))
      if (image) return show(entry, { state: 'ready', image })
      // The server converts it if a width is requested.
      const asked = new URL(source, location.href)
      if (asked.searchParams.has('width')) return show(entry, { state: 'failed', error: null })
      asked.searchParams.set('width', '2400')
      return load(address, entry, asked.pathname + asked.search)
    }
    if (status !== 429 && status < 500) return show(entry, { state: 'failed', error: await toApiError(answer) })
    const seconds = Number(answer.headers.get('Retry-After') ?? Number.NaN)
    const delay = retryDelay(++entry.attempt, Number.isFinite(seconds) ? seconds : null)
    if (delay === null) return show(entry, { state: 'failed', error: await toApiError(answer) })
    entry.cancel = laterOrBack(() => void load(address, entry), delay)
  }

  function start(address: string) {
    const entry: Entry = { picture: LOADING, image: new Image(), cancel: () => {}, attempt: 0, gone: false }
    entries.set(address, entry)
    void load(address, entry)
  }

  function drop(address: string, entry: Entry) {
    entry.gone = true
    entry.cancel()
    if (entry.picture.state === 'loading') entry.image.src = ''
    entries.delete(address)
  }

  return {
    want(addresses) {
      list = new Set(addresses)
      for (const [address, entry] of [...entries]) if (!list.has(address) && !held.has(address)) drop(address, entry)
      for (const address of list) if (!entries.has(address)) start(address)
    },
    hold(address) {
      held.set(address, (held.get(address) ?? 0) + 1)
      if (!entries.has(address)) start(address)
      return () => {
        const others = (held.get(address) ?? 1) - 1
        if (others > 0) return void held.set(address, others)
        held.delete(address)
        const entry = entries.get(address)
        if (entry && !list.has(address)) drop(address, entry)
      }
    },
    get: address => entries.get(address)?.picture ?? LOADING,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry(address) {
      const entry = entries.get(address)
      if (!entry) return
      drop(address, entry)
      start(address)
      for (const listener of listeners) listener()
    },
    close() {
      for (const [address, entry] of [...entries]) drop(address, entry)
    },
  }
}

async function decoded(content: Blob | null): Promise<HTMLImageElement | null> {
  if (!content) return null
  const image = new Image()
  image.decoding = 'sync'
  image.draggable = false
  image.src = URL.createObjectURL(content)
  const known = await image.decode().then(
    () => true,
    () => false,
  )
  URL.revokeObjectURL(image.src)
  return known ? image : null
}

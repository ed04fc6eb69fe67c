import { USER_HEADER } from '@octavo/contract/user-header'
import { createPartialResponse } from 'workbox-range-requests'
import { FROM_DEVICE, VERSION_HEADER, WIDTH_HEADER } from '../src/device/device-caches'
import { isGatewayError } from '../src/device/gateway-error'
import { answered, isSilent, silent } from './line'
import { basePath, worker } from './scope'
import { signedIn } from './signed-in'
import { downloaded, fromDevice, remove, save, saved } from './store'

const API = '/api/v1/'
/** Lists, books and their details; no administration, and no progress, which readers store themselves. */
const READ =
  /^\/api\/v1\/(?:auth\/me|info|user\/(?:preferences|marks|reader-profiles|home|recommendations|read-history)|reading-stats|books|series|libraries|collections|readlists|want-to-read|filter-presets|names|genres|tags|search|marks)(?:\/|$)/
const NO_READ =
  /\/(?:progress|progression|file|download|export|pages\/\d+|resource-ticket|events|metadata|covers|errors|watch|scans?)(?:\/|$)/
const PICTURE = /\/(?:thumbnail|cover|picture)$/
/** It is gone, or the user may not see it any more. */
const GONE: ReadonlySet<number> = new Set([403, 404, 410])
const LIST = /\/list(?:\/[a-z-]+)?$/

export const isPicture = (path: string) => path.startsWith(API) && PICTURE.test(path)
export const isRead = (path: string) => READ.test(path) && !NO_READ.test(path) && !PICTURE.test(path)
export const isList = (path: string) => isRead(path) && LIST.test(path)
export const bookOf = (path: string) => /^\/api\/v1\/books\/([0-9a-f-]{36})(?:\/|$)/.exec(path)?.[1] ?? null
export const isPage = (path: string) => /^\/api\/v1\/books\/[^/]+\/pages\/\d+$/.test(path)
export const isFile = (path: string) => /^\/api\/v1\/books\/[^/]+\/file$/.test(path)

/** After this long, the device answers if it can. */
const PATIENCE_MS = 5000

/** From the network if possible, else from the device. */
export async function answerRead(request: Request, path: string, waitUntil: (work: Promise<unknown>) => void) {
  const shelf = isPicture(path) ? 'covers' : 'seen'
  const key = shelf === 'covers' ? withoutWidth(request.url) : await keyOf(request)
  const named = request.headers.get(USER_HEADER)
  const onDevice = async () => {
    // A tab may still be open of somebody who is no longer signed in.
    if (named !== null && named !== (await signedIn())) return
    const bookId = bookOf(path)
    const seen = () => saved(shelf, key)
    const download = async () => (bookId ? downloaded(bookId, withoutQuery(key)) : undefined)
    // A manifest seen since may be of a newer file than the download, whose parts it lists.
    const [first, second] = path.endsWith('/manifest') ? [download, seen] : [seen, download]
    const found = (await first()) ?? (await second())
    return found ? fromDevice(found) : undefined
  }
  const copy = isSilent() ? await onDevice() : undefined
  if (copy) return copy
  const asked = fetch(request)
  try {
    const answer = await inTime(asked, onDevice)
    if (answer.headers.has(FROM_DEVICE)) return answer
    if (isGatewayError(answer)) {
      silent()
      return (await onDevice()) ?? answer
    }
    answered()
    if (answer.status === 200) {
      waitUntil(
        shelf === 'covers' ? storeCover(key, widthOf(request.url), answer.clone()) : save(shelf, key, answer.clone()),
      )
    } else if (GONE.has(answer.status)) waitUntil(remove(shelf, key, answer))
    return answer
  } catch (error) {
    if (request.signal.aborted) throw error
    silent()
    const found = await onDevice()
    if (found) return found
    throw error
  }
}

/**
 * Without a network the app opens only for a person it knows of. A page that was loaded before this worker, or before
 * its person signed in, has asked without it.
 */
export async function storePerson(): Promise<void> {
  const key = new URL(`${basePath}${API}auth/me`, worker.location.origin).href
  if ((await signedIn()) === null || (await saved('seen', key))) return
  try {
    const answer = await fetch(key)
    if (answer.status === 200) await save('seen', key, answer)
  } catch {
    // Tried again by the next page.
  }
}

/** The address of an image changes with the image. Each is stored once for all widths, in the largest one seen. */
async function storeCover(key: string, width: number, answer: Response): Promise<void> {
  const stored = await saved('covers', key)
  if (stored && width <= Number(stored.headers.get(WIDTH_HEADER) ?? STORED_WIDTH)) return
  const headers = new Headers(answer.headers)
  headers.set(WIDTH_HEADER, String(width))
  await save('covers', key, new Response(answer.body, { status: answer.status, headers }))
}

/** Without a width the server sends the thumbnail that it has stored. */
const STORED_WIDTH = 400

const widthOf = (address: string) => Number(new URL(address).searchParams.get('width') ?? STORED_WIDTH)

function withoutWidth(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('width')
  return url.href
}

async function inTime(asked: Promise<Response>, onDevice: () => Promise<Response | undefined>): Promise<Response> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>(resolve => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS)
  })
  const first = await Promise.race([asked, late]).finally(() => clearTimeout(timer))
  if (first) return first
  const copy = await onDevice()
  if (!copy) return asked
  asked.catch(() => undefined)
  silent()
  return copy
}

/**
 * A page of a downloaded book: from the device if it is of the same file and sharp enough, else only without a network.
 */
export async function answerPage(request: Request, path: string): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const found = await downloaded(bookOf(path) ?? '', withoutQuery(request.url))
  if (!found) return ask(request)
  const isSame = found.headers.get(VERSION_HEADER) === (searchParams.get('v') ?? '')
  if (isSame && isSharp(found.headers.get(WIDTH_HEADER), searchParams.get('width'))) return found
  if (isSilent()) return found
  return ask(request, async () => found)
}

/** The file of a downloaded PDF, in the requested ranges. */
export async function answerFile(request: Request, path: string): Promise<Response> {
  const onDevice = async () => {
    const found = await downloaded(bookOf(path) ?? '', withoutQuery(request.url))
    return found && request.headers.has('range') ? createPartialResponse(request, found) : found
  }
  const copy = isSilent() ? await onDevice() : undefined
  if (copy) return copy
  return ask(request, onDevice)
}

/** From the network, else from the device; also records whether the server can be reached. */
export async function ask(
  request: Request,
  onDevice: () => Promise<Response | undefined> = async () => undefined,
): Promise<Response> {
  try {
    const answer = await fetch(request)
    if (isGatewayError(answer)) {
      silent()
      return (await onDevice()) ?? answer
    }
    answered()
    return answer
  } catch (error) {
    if (request.signal.aborted) throw error
    silent()
    const found = await onDevice()
    if (found) return found
    throw error
  }
}

function isSharp(stored: string | null, wanted: string | null): boolean {
  if (!stored) return true
  return wanted !== null && Number(wanted) <= Number(stored)
}

function withoutQuery(address: string): string {
  const url = new URL(address)
  url.search = ''
  return url.href
}

/** For POST, the key includes the request body. */
async function keyOf(request: Request): Promise<string> {
  const url = new URL(request.url)
  if (request.method === 'POST') {
    const digest = await crypto.subtle.digest('SHA-256', await request.clone().arrayBuffer())
    const text = Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
    url.searchParams.set('question', text)
  }
  return url.href
}

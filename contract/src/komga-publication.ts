import { KomgaError } from './komga'
import { KomgaBookParams, KomgaPathParams } from './komga-query'
import { Progression } from './publication'
import { bytes, json, nothing, route } from './route'

const AT = '/{prefix}/api/v1/books/{book_id}'
const ofBook = {
  tag: 'Komga',
  status: 200,
  errorBody: KomgaError,
  repeats: true,
  params: KomgaBookParams,
  errors: [404],
} as const

export const komgaGetManifest = route({
  ...ofBook,
  id: 'komga_get_manifest',
  method: 'get',
  path: `${AT}/manifest`,
  summary: 'The Readium manifest of a book',
  access: 'pages-read',
  payload: bytes('application/webpub+json', 'application/divina+json'),
})

export const komgaGetPositions = route({
  ...ofBook,
  id: 'komga_get_positions',
  method: 'get',
  path: `${AT}/positions`,
  summary: 'The positions of a book',
  access: 'pages-read',
  payload: bytes('application/vnd.readium.position-list+json'),
})

export const komgaGetResource = route({
  ...ofBook,
  id: 'komga_get_resource',
  method: 'get',
  path: `${AT}/resource/{path*}`,
  summary: 'One part of an EPUB',
  access: 'pages-read',
  params: KomgaPathParams,
  payload: bytes('application/octet-stream'),
  also: [304],
})

export const komgaGetProgression = route({
  ...ofBook,
  id: 'komga_get_progression',
  method: 'get',
  path: `${AT}/progression`,
  summary: 'The exact place in a book; 204 when there is none',
  access: 'progress-read',
  payload: json(Progression),
  also: [204],
})

export const komgaUpdateProgression = route({
  ...ofBook,
  id: 'komga_update_progression',
  method: 'put',
  path: `${AT}/progression`,
  summary: 'Save the exact place in a book; 409 when a later one is known',
  access: 'progress-write',
  body: Progression,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

import { Int32, nullable, Timestamp, Uuid } from './ids'
import { Deliberate, Measured } from './progress'
import { bytes, json, nothing, route } from './route'
import * as z from './zod'

/** `center` is a page alone. */
export const PAGE_SIDES = ['left', 'right', 'center'] as const
export type PageSide = (typeof PAGE_SIDES)[number]

/** One document of an ebook. `href` is percent-encoded and relative to the base that a resource ticket gives. */
export const PublicationLink = z
  .object({
    href: z.string(),
    type: z.string(),
    positions: Int32.meta({ description: 'Length of the document in steps of 1024 bytes, at least 1' }),
    linear: z.boolean(),
    side: z.enum(PAGE_SIDES).optional().meta({ description: 'Where a page of a fixed layout belongs in a spread' }),
  })
  .meta({ id: 'PublicationLink' })
export type PublicationLink = z.infer<typeof PublicationLink>

export interface PublicationTocEntry {
  title: string
  /** Null for a heading without a target. */
  href: string | null
  children: PublicationTocEntry[]
}

export const PublicationTocEntry: z.ZodType<PublicationTocEntry> = z
  .object({
    title: z.string(),
    href: z.string().nullable(),
    get children() {
      return z.array(PublicationTocEntry)
    },
  })
  .meta({ id: 'PublicationTocEntry' })

export const PublicationManifest = z
  .object({
    metadata: z.object({
      title: z.string(),
      language: nullable(z.string()),
      readingProgression: z.enum(['ltr', 'rtl', 'auto']),
      layout: z.enum(['reflowable', 'fixed']),
      spread: z.literal('none').optional().meta({ description: 'Each page of a fixed layout is alone' }),
      numberOfPositions: Int32,
    }),
    readingOrder: z.array(PublicationLink),
    resources: z.array(z.object({ href: z.string(), type: z.string() })),
    toc: z.array(PublicationTocEntry),
  })
  .meta({ id: 'PublicationManifest', description: 'A Readium web publication manifest, as far as our reader needs it' })
export type PublicationManifest = z.infer<typeof PublicationManifest>

export const ResourceTicket = z
  .object({
    base: z.string().meta({ description: 'Path below which parts of the book are served without a cookie' }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ResourceTicket' })
export type ResourceTicket = z.infer<typeof ResourceTicket>

const Share = z.number().min(0).max(1)

/** A Readium locator. Unknown members are stored unchanged. */
export const Locator = z
  .looseObject({
    href: z.string().min(1).max(4096),
    type: z.string().max(200).optional(),
    title: z.string().max(1000).optional(),
    locations: z
      .looseObject({
        progression: Share.optional(),
        totalProgression: Share.optional(),
        position: Int32.min(0).optional(),
        fragments: z.array(z.string().max(2000)).max(20).optional(),
      })
      .optional(),
    text: z
      .looseObject({
        before: z.string().max(2000).optional(),
        highlight: z.string().max(4000).optional(),
        after: z.string().max(2000).optional(),
      })
      .optional(),
  })
  .meta({ id: 'Locator' })
export type Locator = z.infer<typeof Locator>

export const Progression = z
  .looseObject({
    modified: Timestamp.meta({ description: "When the place was reached, by the device's clock" }),
    device: z.looseObject({ id: z.string().max(200), name: z.string().max(200) }).optional(),
    deliberate: Deliberate.optional(),
    measured: Measured.optional(),
    locator: Locator,
  })
  .meta({ id: 'Progression' })
export type Progression = z.infer<typeof Progression>

const BookParams = z.object({ book_id: Uuid })

export const getPublicationManifest = route({
  id: 'get_publication_manifest',
  method: 'get',
  path: '/api/v1/books/{book_id}/manifest',
  tag: 'Books',
  summary: 'Reading order, contents and resources of an ebook',
  access: 'pages-read',
  params: BookParams,
  status: 200,
  payload: json(PublicationManifest),
  also: [304],
  errors: [404, 422],
})

export const createResourceTicket = route({
  id: 'create_resource_ticket',
  method: 'post',
  path: '/api/v1/books/{book_id}/resource-ticket',
  tag: 'Books',
  summary: 'A short-lived address for reading the parts of one ebook without a cookie',
  access: 'pages-read',
  reads: true,
  params: BookParams,
  status: 200,
  payload: json(ResourceTicket),
  errors: [404, 422],
})

/** An opaque frame sends no cookie, so the ticket in the path is the credential. */
export const getPublicationMember = route({
  id: 'get_publication_member',
  method: 'get',
  path: '/epub/{ticket}/{path*}',
  tag: 'Books',
  summary: 'One part of an ebook, by ticket',
  access: 'pages-read',
  params: z.object({ ticket: z.string().min(1).max(400), path: z.string().min(1).max(4096) }),
  status: 200,
  payload: bytes('application/octet-stream'),
  also: [304],
  errors: [404, 422],
})

export const getProgression = route({
  id: 'get_progression',
  method: 'get',
  path: '/api/v1/books/{book_id}/progression',
  tag: 'Reading Progress',
  summary: 'The exact place in an ebook as a Readium locator; 204 when there is none',
  access: 'progress-read',
  params: BookParams,
  status: 200,
  payload: json(Progression),
  also: [204],
  errors: [404],
})

export const updateProgression = route({
  id: 'update_progression',
  method: 'put',
  path: '/api/v1/books/{book_id}/progression',
  tag: 'Reading Progress',
  summary: 'Save the exact place in an ebook; 409 when a later one is known',
  access: 'progress-write',
  params: BookParams,
  body: Progression,
  status: 204,
  payload: nothing,
  errors: [404, 409],
})

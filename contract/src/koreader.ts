import { json, route } from './route'
import * as z from './zod'

/** Document id of KOReader's sync server: the MD5 of parts of the file, or of its name. */
const Document = z.string().min(1).max(200)
const Name = z.string().max(200)

/** Unknown members, such as `metadata` of newer versions, are ignored. */
export const KoreaderProgress = z
  .object({
    document: Document,
    progress: z
      .union([z.string().min(1).max(4000), z.number()])
      .meta({ description: 'A page for PDFs and comics, an XPointer for ebooks' }),
    percentage: z.number().min(0).max(1),
    device: Name.optional(),
    device_id: Name.optional(),
  })
  .meta({ id: 'KoreaderProgress' })
export type KoreaderProgress = z.infer<typeof KoreaderProgress>

export const KoreaderSaved = z
  .object({ document: z.string(), timestamp: z.int().meta({ description: 'Seconds since 1970' }) })
  .meta({ id: 'KoreaderSaved' })
export type KoreaderSaved = z.infer<typeof KoreaderSaved>

export const KoreaderPlace = z
  .object({
    document: z.string(),
    progress: z.string(),
    percentage: z.number(),
    device: z.string(),
    device_id: z.string(),
    timestamp: z.int(),
  })
  .partial()
  .meta({ id: 'KoreaderPlace', description: 'Empty when there is no progress' })
export type KoreaderPlace = z.infer<typeof KoreaderPlace>

/** Error codes and messages of KOReader's own server. */
export const KoreaderError = z.object({ code: z.int(), message: z.string() }).meta({ id: 'KoreaderError' })
export type KoreaderError = z.infer<typeof KoreaderError>

const all = { tag: 'KOReader', status: 200, errorBody: KoreaderError } as const

export const koreaderHealth = route({
  ...all,
  id: 'koreader_health',
  method: 'get',
  path: '/koreader/healthcheck',
  summary: 'Whether progress sync with KOReader is available',
  access: 'public',
  payload: json(z.object({ state: z.literal('OK') })),
  errors: [404],
})

export const koreaderRegister = route({
  ...all,
  id: 'koreader_register',
  method: 'post',
  path: '/koreader/users/create',
  summary: 'Register an account from KOReader, if registration is enabled; the password is the MD5 that KOReader sends',
  access: 'public',
  body: z.object({ username: z.string().min(1).max(100), password: z.string().min(1).max(1000) }),
  status: 201,
  payload: json(z.object({ username: z.string() })),
  errors: [402, 403, 404],
})

export const koreaderAuthorize = route({
  ...all,
  id: 'koreader_authorize',
  method: 'get',
  path: '/koreader/users/auth',
  summary: 'Whether the name and the key are right',
  access: 'progress-read',
  payload: json(z.object({ authorized: z.literal('OK') })),
  errors: [404],
})

export const koreaderSave = route({
  ...all,
  id: 'koreader_save_progress',
  method: 'put',
  path: '/koreader/syncs/progress',
  summary: 'Save the place that KOReader has reached in a document',
  access: 'progress-write',
  body: KoreaderProgress,
  payload: json(KoreaderSaved),
  errors: [404],
})

export const koreaderPlace = route({
  ...all,
  id: 'koreader_get_progress',
  method: 'get',
  path: '/koreader/syncs/progress/{document}',
  summary: 'The caller’s newest place in a document, from any app; empty if it is unread',
  access: 'progress-read',
  params: z.object({ document: Document }),
  payload: json(KoreaderPlace),
  errors: [404],
})

import { Int64 } from './ids'
import { json, route } from './route'
import { UserInfo } from './user'
import * as z from './zod'

export const SetupStatusResponse = z
  .object({
    setupRequired: z.boolean(),
    /** The first account is created with the one-time link that the server printed. */
    linkRequired: z.boolean(),
    hasUsers: z.boolean(),
    registrationEnabled: z.boolean(),
  })
  .meta({ id: 'SetupStatusResponse' })
export type SetupStatusResponse = z.infer<typeof SetupStatusResponse>

export const InitializeSetupRequest = z
  .object({ username: z.string(), email: z.string(), password: z.string() })
  .meta({ id: 'InitializeSetupRequest' })
export type InitializeSetupRequest = z.infer<typeof InitializeSetupRequest>

export const InitializeSetupResponse = z
  .object({
    user: UserInfo,
    accessToken: z.string(),
    tokenType: z.string(),
    expiresIn: Int64,
    message: z.string(),
  })
  .meta({ id: 'InitializeSetupResponse' })
export type InitializeSetupResponse = z.infer<typeof InitializeSetupResponse>

/** Contains the token of the one-time set-up link. */
export const SETUP_TOKEN_HEADER = 'X-Setup-Token'

export const setupStatus = route({
  id: 'setup_status',
  method: 'get',
  path: '/api/v1/setup/status',
  tag: 'Setup',
  summary: 'Whether the first account still has to be created',
  access: 'public',
  status: 200,
  payload: json(SetupStatusResponse),
})

export const initializeSetup = route({
  id: 'initialize_setup',
  method: 'post',
  path: '/api/v1/setup/initialize',
  tag: 'Setup',
  summary: 'Create the first account, an administrator, and sign in',
  access: 'public',
  body: InitializeSetupRequest,
  status: 200,
  payload: json(InitializeSetupResponse),
  errors: [422],
})

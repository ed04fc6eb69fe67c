import { nullable, Uuid } from './ids'
import { json, nothing, route } from './route'
import * as z from './zod'

export const SecondFactorDto = z
  .object({
    totp: z.boolean().meta({ description: 'Whether signing in asks for a code of an app' }),
    passkeys: z
      .boolean()
      .meta({ description: 'Whether signing in asks for a passkey instead of an app, in addition to the password' }),
    recoveryCodesLeft: z.int(),
    hasPassword: z.boolean().meta({ description: 'False for accounts that sign in only with a provider' }),
  })
  .meta({ id: 'SecondFactorDto' })
export type SecondFactorDto = z.infer<typeof SecondFactorDto>

/** Changes of credentials require the password again. */
export const ConfirmedRequest = z
  .object({
    password: nullable(z.string()).meta({ description: "The caller's password; omitted by accounts without one" }),
  })
  .meta({ id: 'ConfirmedRequest' })

export const TotpSecretDto = z
  .object({
    secret: z.string().meta({ description: 'base32, for typing into an app' }),
    uri: z.string().meta({ description: 'otpauth: address, for a QR code' }),
  })
  .meta({ id: 'TotpSecretDto' })
export type TotpSecretDto = z.infer<typeof TotpSecretDto>

export const RecoveryCodesDto = z
  .object({ recoveryCodes: z.array(z.string()).meta({ description: 'Each works once; shown only once' }) })
  .meta({ id: 'RecoveryCodesDto' })
export type RecoveryCodesDto = z.infer<typeof RecoveryCodesDto>

const BASE = '/api/v1/user/second-factor'

export const getSecondFactor = route({
  id: 'get_second_factor',
  method: 'get',
  path: BASE,
  tag: 'Current User',
  summary: "The caller's two-factor authentication",
  access: 'login',
  scope: 'session',
  status: 200,
  payload: json(SecondFactorDto),
})

export const beginTotp = route({
  id: 'begin_totp',
  method: 'post',
  path: `${BASE}/totp`,
  tag: 'Current User',
  summary: 'A secret for an authenticator app, which takes effect once a code is confirmed',
  access: 'login',
  scope: 'session',
  body: ConfirmedRequest,
  status: 200,
  payload: json(TotpSecretDto),
  errors: [409],
})

export const confirmTotp = route({
  id: 'confirm_totp',
  method: 'post',
  path: `${BASE}/totp/confirm`,
  tag: 'Current User',
  summary: 'Turn on two-factor authentication with a first code; signs out all other sessions',
  access: 'login',
  scope: 'session',
  body: z.object({ code: z.string() }).meta({ id: 'TotpCodeRequest' }),
  status: 200,
  payload: json(RecoveryCodesDto),
  errors: [409],
})

export const requirePasskeys = route({
  id: 'require_passkeys',
  method: 'post',
  path: `${BASE}/passkeys`,
  tag: 'Current User',
  summary: 'Require a passkey in addition to the password; signs out all other sessions',
  access: 'login',
  scope: 'session',
  body: ConfirmedRequest,
  status: 200,
  payload: json(RecoveryCodesDto),
  errors: [409],
})

export const removeTotp = route({
  id: 'remove_totp',
  method: 'post',
  path: `${BASE}/totp/remove`,
  tag: 'Current User',
  summary: 'Turn off two-factor authentication',
  access: 'login',
  scope: 'session',
  body: ConfirmedRequest,
  status: 204,
  payload: nothing,
})

export const renewRecoveryCodes = route({
  id: 'renew_recovery_codes',
  method: 'post',
  path: `${BASE}/recovery-codes`,
  tag: 'Current User',
  summary: 'Create new recovery codes; the old ones stop working',
  access: 'login',
  scope: 'session',
  body: ConfirmedRequest,
  status: 200,
  payload: json(RecoveryCodesDto),
  errors: [409],
})

export const removeUserSecondFactor = route({
  id: 'remove_user_second_factor',
  method: 'delete',
  path: '/api/v1/users/{user_id}/second-factor',
  tag: 'Users',
  summary: 'Turn off two-factor authentication of a user who has lost it, and remove their passkeys',
  access: 'users-write',
  scope: 'session',
  params: z.object({ user_id: Uuid }),
  status: 204,
  payload: nothing,
  errors: [404],
})

import { Int64, nullable, Timestamp, Uuid } from './ids'
import { MessageResponse } from './message'
import { json, route } from './route'
import * as z from './zod'

export const TokenResponse = z
  .object({ accessToken: z.string(), tokenType: z.string(), expiresIn: Int64 })
  .meta({ id: 'TokenResponse' })
export type TokenResponse = z.infer<typeof TokenResponse>

export const ChangePasswordRequest = z
  .object({
    currentPassword: nullable(z.string()).meta({ description: 'May be omitted by accounts without one' }),
    newPassword: z.string(),
  })
  .meta({ id: 'ChangePasswordRequest' })
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>

export const changePassword = route({
  id: 'change_password',
  method: 'post',
  path: '/api/v1/user/password',
  tag: 'Current User',
  summary: "Change the caller's password; signs out all other sessions",
  access: 'login',
  scope: 'session',
  body: ChangePasswordRequest,
  status: 200,
  payload: json(TokenResponse),
})

export const ResetLinkDto = z
  .object({
    token: z.string().meta({ description: 'Shown only once' }),
    url: z.string().meta({ description: 'Page of the web app on which the password is chosen' }),
    expiresAt: Timestamp,
  })
  .meta({ id: 'ResetLinkDto' })
export type ResetLinkDto = z.infer<typeof ResetLinkDto>

export const createResetLink = route({
  id: 'create_reset_link',
  method: 'post',
  path: '/api/v1/users/{user_id}/reset-link',
  tag: 'Users',
  summary: 'Create a one-time link for choosing a new password; replaces an earlier link',
  access: 'users-write',
  scope: 'session',
  params: z.object({ user_id: Uuid }),
  status: 201,
  payload: json(ResetLinkDto),
  errors: [404],
})

export const ForgotPasswordRequest = z.object({ email: z.string() }).meta({ id: 'ForgotPasswordRequest' })

export const forgotPassword = route({
  id: 'forgot_password',
  method: 'post',
  path: '/api/v1/auth/forgot-password',
  tag: 'Auth',
  summary: 'Request a password reset link by e-mail; the response does not reveal whether the account exists',
  access: 'public',
  body: ForgotPasswordRequest,
  status: 200,
  payload: json(MessageResponse),
})

export const ResetPasswordRequest = z
  .object({ token: z.string(), password: z.string() })
  .meta({ id: 'ResetPasswordRequest' })

export const resetPassword = route({
  id: 'reset_password',
  method: 'post',
  path: '/api/v1/auth/reset-password',
  tag: 'Auth',
  summary: 'Set a new password with a one-time link; signs out all sessions',
  access: 'public',
  body: ResetPasswordRequest,
  status: 200,
  payload: json(MessageResponse),
})

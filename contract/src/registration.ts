import { Int64, nullable } from './ids'
import { MessageResponse } from './message'
import { json, route } from './route'
import { UserInfo } from './user'
import * as z from './zod'

export const RegisterRequest = z
  .object({ username: z.string(), email: z.string(), password: z.string() })
  .meta({ id: 'RegisterRequest' })
export type RegisterRequest = z.infer<typeof RegisterRequest>

export const RegisterResponse = z
  .object({
    user: UserInfo,
    accessToken: nullable(z.string()),
    tokenType: nullable(z.string()),
    expiresIn: nullable(Int64),
    message: nullable(z.string()).meta({
      description: 'What to do next, if the address has to be confirmed',
    }),
  })
  .meta({ id: 'RegisterResponse' })
export type RegisterResponse = z.infer<typeof RegisterResponse>

export const register = route({
  id: 'register',
  method: 'post',
  path: '/api/v1/auth/register',
  tag: 'Auth',
  summary: 'Register an account, if registration is enabled',
  access: 'public',
  body: RegisterRequest,
  status: 201,
  payload: json(RegisterResponse),
  errors: [403, 422],
})

export const VerifyEmailRequest = z.object({ token: z.string() }).meta({ id: 'VerifyEmailRequest' })

export const VerifyEmailResponse = z
  .object({
    message: z.string(),
    accessToken: z.string(),
    tokenType: z.string(),
    expiresIn: Int64,
    user: UserInfo,
  })
  .meta({ id: 'VerifyEmailResponse' })
export type VerifyEmailResponse = z.infer<typeof VerifyEmailResponse>

export const verifyEmail = route({
  id: 'verify_email',
  method: 'post',
  path: '/api/v1/auth/verify-email',
  tag: 'Auth',
  summary: 'Confirm an e-mail address with the token sent to it, and sign in',
  access: 'public',
  body: VerifyEmailRequest,
  status: 200,
  payload: json(VerifyEmailResponse),
})

export const ResendVerificationRequest = z.object({ email: z.string() }).meta({ id: 'ResendVerificationRequest' })

export const ResendVerificationResponse = MessageResponse.meta({ id: 'ResendVerificationResponse' })

export const resendVerification = route({
  id: 'resend_verification',
  method: 'post',
  path: '/api/v1/auth/resend-verification',
  tag: 'Auth',
  summary: 'Send the confirmation e-mail again; the response does not reveal whether the account exists',
  access: 'public',
  body: ResendVerificationRequest,
  status: 200,
  payload: json(ResendVerificationResponse),
})

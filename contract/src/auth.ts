import { Int64, nullable } from './ids'
import { PasskeyAnswer } from './passkey-credential'
import { json, route } from './route'
import { UserInfo } from './user'
import * as z from './zod'

/** The web app's HttpOnly cookie; its value is the access token. */
export const AUTH_COOKIE = 'auth_token'

export const LoginRequest = z
  .object({
    username: z.string(),
    password: z.string(),
    code: nullable(z.string()).meta({
      description: 'Code of the authenticator app, or a recovery code, if the account has one',
    }),
    passkey: nullable(PasskeyAnswer).meta({ description: 'Response of a passkey, instead of the code' }),
  })
  .meta({ id: 'LoginRequest', description: 'The user name may be the e-mail address.' })
export type LoginRequest = z.infer<typeof LoginRequest>

export const LoginResponse = z
  .object({
    accessToken: z.string(),
    refreshToken: nullable(z.string()),
    tokenType: z.string(),
    expiresIn: Int64.meta({ description: 'Seconds until the access token expires' }),
    user: UserInfo,
  })
  .meta({ id: 'LoginResponse' })
export type LoginResponse = z.infer<typeof LoginResponse>

export const LogoutRequest = z.object({ refreshToken: nullable(z.string()) }).meta({ id: 'LogoutRequest' })

export const login = route({
  id: 'login',
  method: 'post',
  path: '/api/v1/auth/login',
  tag: 'Auth',
  summary: 'Sign in with a password',
  access: 'public',
  body: LoginRequest,
  status: 200,
  payload: json(LoginResponse),
  errors: [401],
})

export const logout = route({
  id: 'logout',
  method: 'post',
  path: '/api/v1/auth/logout',
  tag: 'Auth',
  summary: 'Sign out: end this session and clear the cookie',
  access: 'login',
  scope: 'session',
  body: LogoutRequest,
  bodyOptional: true,
  status: 200,
  payload: json(z.object({ message: z.string() })),
})

export const RefreshRequest = z.object({ refreshToken: z.string() }).meta({ id: 'RefreshRequest' })

export const TokenPair = z
  .object({
    accessToken: z.string(),
    refreshToken: z.string(),
    tokenType: z.string(),
    expiresIn: Int64.meta({ description: 'Seconds until the access token expires' }),
  })
  .meta({ id: 'TokenPair' })
export type TokenPair = z.infer<typeof TokenPair>

export const refresh = route({
  id: 'refresh',
  method: 'post',
  path: '/api/v1/auth/refresh',
  tag: 'Auth',
  summary: 'New tokens for a refresh token, which works once; a second use ends the session',
  access: 'public',
  body: RefreshRequest,
  status: 200,
  payload: json(TokenPair),
  errors: [401],
})

/** Options of the sign-in page. */
export const SignInOptions = z
  .object({
    registration: z.boolean(),
    passwordReset: z.boolean().meta({ description: 'Whether password reset links can be e-mailed' }),
    passkeyOrigin: nullable(z.string()).meta({
      description:
        'The public address of the server, if one is set: passkeys work there; otherwise at any HTTPS address with a host name',
    }),
  })
  .meta({ id: 'SignInOptions' })
export type SignInOptions = z.infer<typeof SignInOptions>

export const getSignInOptions = route({
  id: 'get_sign_in_options',
  method: 'get',
  path: '/api/v1/auth/options',
  tag: 'Auth',
  summary: 'The available ways to sign in',
  access: 'public',
  status: 200,
  payload: json(SignInOptions),
})

export const getMe = route({
  id: 'get_me',
  method: 'get',
  path: '/api/v1/auth/me',
  tag: 'Auth',
  summary: 'The signed-in user and their permissions',
  access: 'login',
  scope: 'libraries-read',
  status: 200,
  payload: json(UserInfo),
})

import { nullable } from './ids'
import * as z from './zod'

/** The options of a request to a browser. */
export const PasskeyOptions = z
  .object({
    ticket: z
      .string()
      .meta({ description: 'Send it back with the response of the authenticator; works once, for ten minutes' }),
    options: z.record(z.string(), z.unknown()).meta({
      description: 'Options for `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON` of WebAuthn',
    }),
  })
  .meta({ id: 'PasskeyOptions' })
export type PasskeyOptions = z.infer<typeof PasskeyOptions>

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/)
export const PasskeyTicket = z.string().min(1).max(2000)
const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal('public-key') }

/** A new passkey as WebAuthn's `toJSON()` returns it; other members are ignored. */
export const NewCredential = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      attestationObject: base64url(60_000),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyCredential' })
export type NewCredential = z.infer<typeof NewCredential>

/** The answer of a passkey as WebAuthn's `toJSON()` returns it. */
const Assertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(8000),
      signature: base64url(8000),
      userHandle: nullable(base64url(200)),
    }),
  })
  .meta({ id: 'PasskeyAssertion' })
export type Assertion = z.infer<typeof Assertion>

export const PasskeyAnswer = z.object({ ticket: PasskeyTicket, response: Assertion }).meta({ id: 'PasskeyAnswer' })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>

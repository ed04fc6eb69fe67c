// The life of a passkey: challenge, registration, renaming, use, use as second factor, removal.
import type { PasskeyDto } from '@octavo/contract/passkey'
import type { PasskeyOptions } from '@octavo/contract/passkey-credential'
import { answerWith, type DevicePasskey, makePasskey } from '../../kit/authenticator'
import { type Client, client } from '../../kit/client'
import type { Inhabited } from '../people'
import { jsonInit } from './objects'
import { PASSWORD, type Person } from './people'

const OWN = '/api/v1/user/passkeys'
const SIGN_IN = '/api/v1/auth/passkey'

/** Requests by operation id. `origin` is the browser's address of the server. */
export function passkeyActs(octavo: Inhabited, owner: Person, origin: string) {
  let device: DevicePasskey | undefined
  /** Pages of that origin: passkeys do not work for a bare IP address. */
  const ofPage = (who: Client) => client(octavo.url, { ...who.headers, origin })
  const send = (path: string, body: object, method = 'POST') => ofPage(owner.as).fetch(path, jsonInit(body, method))
  const begin = () => send(`${OWN}/options`, { password: PASSWORD })

  async function own(): Promise<string> {
    if (!device) await add()
    return (await owner.as.get<PasskeyDto[]>(OWN))[0]?.id ?? ''
  }

  async function add(): Promise<Response> {
    const asked = (await (await begin()).json()) as PasskeyOptions
    const { passkey, response } = makePasskey(asked, { origin })
    device = passkey
    return send(OWN, { ticket: asked.ticket, name: 'Phone', response })
  }

  async function signIn(): Promise<Response> {
    await own()
    if (!device) throw new Error('There is no passkey')
    const page = await ofPage(octavo.anonymous).fetch(`${SIGN_IN}/options`, { method: 'POST' })
    const asked = (await page.json()) as PasskeyOptions
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? ''
    const browser = client(octavo.url, { cookie, origin })
    return browser.fetch(SIGN_IN, jsonInit({ ticket: asked.ticket, response: answerWith(device, asked, { origin }) }))
  }

  return {
    begin_passkey: begin,
    begin_passkey_sign_in: () => ofPage(octavo.anonymous).fetch(`${SIGN_IN}/options`, { method: 'POST' }),
    add_passkey: add,
    rename_passkey: async () => send(`${OWN}/${await own()}`, { name: 'My phone' }, 'PATCH'),
    sign_in_by_passkey: signIn,
    require_passkeys: async () => {
      await own()
      return send('/api/v1/user/second-factor/passkeys', { password: PASSWORD })
    },
    remove_passkey: async () => {
      const id = await own()
      await send('/api/v1/user/second-factor/totp/remove', { password: PASSWORD })
      device = undefined
      return send(`${OWN}/${id}/remove`, { password: PASSWORD })
    },
  }
}

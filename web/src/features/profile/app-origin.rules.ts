import { isThisComputer } from '../admin/plain-http.rules'

/** Where other devices reach the server: its configured address, else that of the page. Null: only on this computer. */
export function originForApps(page: Pick<Location, 'origin'>, configured: string | null | undefined): string | null {
  const origin = configured ?? page.origin
  return isThisComputer(new URL(origin).hostname) ? null : origin
}

/** An address of the server in a home network, as an example. */
export function exampleAddress({ protocol, port }: Pick<Location, 'protocol' | 'port'>): string {
  return `${protocol}//192.168.1.20${port && `:${port}`}`
}

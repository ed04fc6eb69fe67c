import { getAppInfo } from '@octavo/contract/info'
import type { Binder } from '../../http/bind'

export interface InfoDeps {
  readonly version: string
}

/** Name and version. */
export function infoRoutes(binder: Binder, { version }: InfoDeps): void {
  binder.bindPublic(getAppInfo, () => ({ name: 'Octavo', version }))
}

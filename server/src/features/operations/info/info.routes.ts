import { getAppInfo } from '@octavo/contract/info'
import type { Binder } from '../../../http/bind'

export interface InfoDeps {
  readonly version: string
  readonly deletesFiles: boolean
}

/** Name and version, and what not every server does. */
export function infoRoutes(binder: Binder, { version, deletesFiles }: InfoDeps): void {
  binder.bindPublic(getAppInfo, () => ({ name: 'Octavo', version, deletesFiles }))
}

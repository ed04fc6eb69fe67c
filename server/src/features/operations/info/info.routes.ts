import { getAppInfo } from '@octavo/contract/info'
import type { Binder } from '../../../http/bind'

export interface InfoDeps {
  readonly version: string
  readonly deletesFiles: boolean
}

/** Name and version, and optional features. */
export function infoRoutes(binder: Binder, { version, deletesFiles }: InfoDeps): void {
  binder.bindPublic(getAppInfo, () => ({ name: 'Octavo', version, deletesFiles }))
}

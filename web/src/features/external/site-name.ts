import { knownSource } from '@octavo/contract/external-sources'

export const siteName = (source: string): string => knownSource(source)?.name ?? source

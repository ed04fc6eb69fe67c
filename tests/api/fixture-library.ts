import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LibraryDto } from '@octavo/contract/library'
import type { Client } from '../kit/client'
import { FIXTURES } from '../kit/paths'
import { scanEnd } from './catalogue'

/** What other tools measured of a file; a fact that is absent is not claimed. */
export interface Expected {
  readonly format: string
  /** How opening the file has to end; null: it opens. */
  readonly error?: string | null
  /** Other endings that are as good. */
  readonly or?: readonly (string | null)[]
  readonly pages?: number
  readonly page_names?: readonly string[]
  readonly first_page_sha256?: string
  readonly width?: number
  readonly height?: number
  readonly sha256?: string
}

/** Path below the fixtures -> facts. */
export const EXPECTED = JSON.parse(readFileSync(join(FIXTURES, 'expected.json'), 'utf8')) as Readonly<
  Record<string, Expected>
>

/** Reading these two hits the parser's time limit, which is tested elsewhere. */
const SLOW = ['content-200mb.pdf', 'image-50000x50000.pdf']

/** Makes a library of all fixtures and waits until everything in it is analysed. */
export async function makeFixtureLibrary(admin: Client): Promise<LibraryDto> {
  const library = await admin.post<LibraryDto>('/api/v1/libraries', {
    name: 'Fixtures',
    path: FIXTURES,
    excludedPatterns: SLOW.join('\n'),
    scanImmediately: true,
  })
  await scanEnd(admin, library.id, 120)
  return admin.get<LibraryDto>(`/api/v1/libraries/${library.id}`)
}

/** The path of a book below the fixtures. */
export function below(path: string): string {
  return path.slice(FIXTURES.length + 1)
}

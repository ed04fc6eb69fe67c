// Exports and imports of a user's own data.
import { expect } from 'bun:test'
import type { DataExportDto, DataImportDto } from '@octavo/contract/data-transfer'
import { type Client, until } from '../kit/client'

export const EXPORTS = '/api/v1/user/data/exports'
export const IMPORTS = '/api/v1/user/data/imports'

/** An export from its request to its end. */
export async function exported(who: Client): Promise<DataExportDto> {
  const { id } = await who.post<DataExportDto>(EXPORTS)
  const done = await until(
    () => who.get<DataExportDto>(`${EXPORTS}/${id}`),
    ({ status }) => status !== 'pending' && status !== 'running',
  )
  expect([done.status, done.error]).toEqual(['completed', null])
  return done
}

export function download(who: Client, { id }: DataExportDto): Promise<Response> {
  return who.fetch(`${EXPORTS}/${id}/download`)
}

export function send(who: Client, archive: Uint8Array): Promise<Response> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(archive)]), 'octavo.zip')
  return who.fetch(IMPORTS, { method: 'POST', body })
}

export function ended(who: Client, id: string): Promise<DataImportDto> {
  return until(
    () => who.get<DataImportDto>(`${IMPORTS}/${id}`),
    ({ status }) => status !== 'checking' && status !== 'applying',
  )
}

/** The end of a dry run. */
export async function checked(who: Client, archive: Uint8Array): Promise<DataImportDto> {
  const answer = await send(who, archive)
  expect(answer.status).toBe(202)
  return ended(who, ((await answer.json()) as DataImportDto).id)
}

export async function applied(who: Client, { id }: DataImportDto): Promise<DataImportDto> {
  await who.post(`${IMPORTS}/${id}/apply`)
  const done = await ended(who, id)
  expect([done.status, done.error]).toEqual(['completed', null])
  return done
}

export const partOf = ({ report }: DataImportDto, name: string) => report?.parts.find(part => part.name === name)

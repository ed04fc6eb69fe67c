import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { SHARED } from '../kit/paths'

const FOLDER = join(SHARED, 'schemas')
const OPDS = 'https://drafts.opds.io/schema/'
const READIUM = 'https://readium.org/webpub-manifest/schema/'

/** The errors of an OPDS 2.0 or Readium document by the published schemas; null if it is valid. */
export type Check = (document: unknown) => string | null

export interface Checks {
  readonly feed: Check
  readonly publication: Check
  readonly manifest: Check
  readonly authentication: Check
}

export function jsonChecks(): Checks {
  // The published schemas use duplicate named groups in one expression, which only newer engines allow.
  const ajv = new Ajv({ strict: false, allErrors: false, validateFormats: true })
  formats.default(ajv)
  for (const folder of ['opds2', 'webpub']) {
    for (const name of readdirSync(join(FOLDER, folder), { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.json')) ajv.addSchema(JSON.parse(readFileSync(join(FOLDER, folder, name), 'utf8')))
    }
  }
  const check = (id: string): Check => {
    const validate = ajv.getSchema(id)
    if (!validate) throw new Error(`There is no schema ${id}`)
    return document => (validate(document) ? null : ajv.errorsText(validate.errors))
  }
  return {
    feed: check(`${OPDS}feed.schema.json`),
    publication: check(`${OPDS}publication.schema.json`),
    manifest: check(`${READIUM}publication.schema.json`),
    authentication: check(`${OPDS}authentication.schema.json`),
  }
}

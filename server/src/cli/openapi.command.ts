import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { VERSION } from '../kernel/version'
import { type Command, EXIT } from './command'

export const openapiCommand: Command = {
  words: ['openapi'],
  summary: 'Writes the OpenAPI document of the REST API',
  options: { output: { value: 'FILE', short: 'o', about: 'Writes to a file instead of the terminal' } },
  async run({ options, terminal }) {
    const { openApiDocument } = await import('@octavo/contract/openapi')
    const text = JSON.stringify(openApiDocument(VERSION), null, 2)
    if (typeof options.output === 'string') writeFileSync(resolve(terminal.cwd, options.output), `${text}\n`)
    else terminal.print(text)
    return EXIT.done
  },
}

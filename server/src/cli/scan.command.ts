import { resolve } from 'node:path'
import { type Command, EXIT } from './command'
import { describe } from './description'

export const scanCommand: Command = {
  words: ['scan'],
  takes: { shown: 'PATH', min: 1, max: 1 },
  summary: 'Describes a book file, or what a folder would become as a library',
  more: 'Nothing is written and no database is opened.',
  options: { json: { short: 'j', about: 'Prints all details as JSON' } },
  async run({ names, options, terminal }) {
    const [path = ''] = names
    const [{ describePath }, { startParserPool }] = await Promise.all([
      import('../features/ingest/scan'),
      import('../workers'),
    ])
    const pool = startParserPool({ size: 1 })
    try {
      const description = await describePath(resolve(terminal.cwd, path), pool)
      if (options.json) terminal.print(JSON.stringify(description, null, 2))
      else for (const line of describe(description)) terminal.print(line)
    } finally {
      await pool.close()
    }
    return EXIT.done
  },
}

import type { BookFacts } from '../formats/facts'
import { startParserPool } from './pool'

/** What one file is, read by a parser process that ends with the call; for the command line. */
export async function describeFile(path: string): Promise<BookFacts> {
  const pool = startParserPool({ size: 1 })
  try {
    return await pool.analyze({ path, thumbnailTarget: null })
  } finally {
    await pool.close()
  }
}

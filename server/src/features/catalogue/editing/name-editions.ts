import { pagesByKey, type Tx } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import type { Clock } from '../../../kernel/clock'
import { bookStore } from '../books'
import { booksByRules, type NamingDeps } from './names-by-rules'

const AT_ONCE = 250

type Write = (act: (tx: Tx) => Promise<void>) => Promise<void>

/** Finds the editions of the books of a library that an older version of Octavo added. Until a scan does this, they have none. */
export async function findOldEditions(deps: NamingDeps, write: Write, libraryPk: number): Promise<void> {
  for await (const books of changedBooks(deps, libraryPk, { isOld: true })) {
    if (books.length > 0) await write(tx => bookStore.completeEditions(tx, books))
  }
}

/** Names the books of a library again whose editions came, moved, went or changed their series since they were named. */
export async function nameEditions(
  deps: NamingDeps & { readonly now: Clock },
  write: Write,
  libraryPk: number,
): Promise<void> {
  for await (const books of changedBooks(deps, libraryPk, { isOld: false })) {
    if (books.length === 0) return
    // Its file is elsewhere by now.
    const there = books.filter(({ path }) => !path.startsWith('//'))
    const pks = there.map(({ pk }) => pk)
    const named = await booksByRules(deps, pks, { title: null })
    await write(async tx => {
      // Of one that changed again, also the series may be another by now.
      const unchanged = await bookStore.setNamed(tx, books)
      const renamed = [...named.values()].filter(({ pk }) => unchanged.has(pk))
      await bookStore.renameBooks(tx, renamed, deps.now())
    })
  }
}

/**
 * The same after a change that is done, and is answered as done: if own patterns take too long, the books wait for the
 * next scan, which fails with the reason. Returns the reason.
 */
export async function nameEditionsOrWait(...given: Parameters<typeof nameEditions>): Promise<string | null> {
  try {
    await nameEditions(...given)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function changedBooks({ reader }: NamingDeps, libraryPk: number, { isOld }: { readonly isOld: boolean }) {
  return pagesByKey(AT_ONCE, after => bookStore.booksToNameAgain(reader, libraryPk, { isOld, after, limit: AT_ONCE }))
}

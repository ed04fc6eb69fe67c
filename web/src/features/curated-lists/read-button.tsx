import { Button } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { nextOfListQuery } from './curated-lists.queries'
import { tl } from './messages'

/** Continues a reading list: the next book after each is that of the list. */
export function ReadButton({ listId }: { readonly listId: string }) {
  const book = useQuery(nextOfListQuery(listId)).data
  if (!book) return null
  return (
    <Button
      leftSection={<IconBook2 size={18} stroke={1.6} aria-hidden />}
      renderRoot={props => (
        <Link to="/books/$bookId/read" params={{ bookId: book.id }} search={{ list: listId }} {...props} />
      )}
    >
      {book.readProgress ? tl('curated.continue') : tl('curated.read')}
    </Button>
  )
}

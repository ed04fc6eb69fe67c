/** A page has no row: its id derives from the book's id and its number (UUID version 8, RFC 9562). */
export function pageId(bookId: string, number: number): string {
  const hash = new Bun.CryptoHasher('sha256').update(`${bookId}/${number}`).digest('hex')
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** The answer to a request for work that begins later. */
export const accepted = () => new Response(null, { status: 202 })

/**
 * The environment of a server or worker. Bun has as many threads for files as the machine has cores, and a disk that hangs
 * holds each thread that asks it something: with two of them gone, no file of any disk could be read. It reads the number
 * before any code of ours runs.
 */
export const serverEnvironment = (own = process.env) => ({ UV_THREADPOOL_SIZE: '32', ...own })

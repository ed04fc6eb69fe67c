/**
 * The environment of a server or worker. Bun has as many file threads as the machine has cores, and a hanging disk
 * blocks each thread that accesses it: with two of them blocked, no file on any disk could be read. Bun reads the
 * number before any of our code runs. The launchers `octavo` and `octavo.cmd` set the same number.
 */
export const serverEnvironment = (own = process.env) => ({ UV_THREADPOOL_SIZE: '32', ...own })

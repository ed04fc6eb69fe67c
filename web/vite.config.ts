import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { serviceWorker } from './build/service-worker'
import { catalogueProblems } from './catalogues/check'

const server = 'http://127.0.0.1:8080'

/** A message that is missing, or has other places than in English, fails the build. */
const messages: Plugin = {
  name: 'octavo-messages',
  buildStart() {
    const problems = catalogueProblems()
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

export default defineConfig({
  plugins: [react(), messages, serviceWorker],
  json: { namedExports: false, stringify: true },
  // Parts find each other by relative addresses: the app may lie below a path, which the server writes into the page.
  base: './',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // These know light-dark(): left as it is, a part of a page can have a scheme of its own (the readers do).
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Images stay files: the page's policy allows them from its own address, and covers never ride in the script.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every visit needs comes in two files: one that changes with its versions, one with ours.
          // Left alone, each module that a later page shares becomes a request of its own.
          groups: [
            { name: 'vendor', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // Chapters of ebooks live in frames without an origin, and fetch the one script that they have as a module here.
    cors: { origin: [/^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/, 'null'] },
    proxy: { '/api': server, '/opds': server, '/health': server, '/epub': server },
  },
})

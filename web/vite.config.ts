import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { brotli } from './build/brotli'
import { EARLY, earlyScript } from './build/early-script'
import { serviceWorker } from './build/service-worker'
import { catalogueProblems } from './catalogues/check'

const server = 'http://127.0.0.1:8080'

/** Missing messages, or ones with other parameters than in English, fail the build. */
const messages: Plugin = {
  name: 'octavo-messages',
  buildStart() {
    const problems = catalogueProblems()
    if (problems.length > 0) this.error(problems.join('\n'))
  },
}

export default defineConfig({
  plugins: [react(), messages, earlyScript, serviceWorker, brotli],
  json: { namedExports: false, stringify: true },
  // Relative addresses: the app may have a base path, which the server writes into the page.
  base: './',
  build: {
    outDir: 'dist',
    target: 'es2023',
    // These support light-dark(): untranspiled, so that a part of a page can have its own scheme (the readers do).
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Images stay files: the page's policy allows only its own origin, and covers are never inlined.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Three files for every visit: a small one that runs before the others, one that changes with library
          // versions, and one with ours. By default, each shared module would become a request of its own.
          groups: [
            { name: 'early', test: EARLY, priority: 3 },
            { name: 'vendor', tags: ['$initial'], test: /node_modules.*(?<!\.css)$/, priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    // Chapters of ebooks are in frames with an opaque origin, and fetch their only script as a module here.
    cors: { origin: [/^https?:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/, 'null'] },
    proxy: { '/api': server, '/opds': server, '/health': server, '/epub': server },
  },
})

import type { Plugin } from 'vite'

/** `src/early` and everything that it imports. The app imports some of these too: they are loaded once. */
export const EARLY =
  /\/web\/src\/(?:early\/|api\/(?:address|base-path|cover-address|preference-keys|signed-in-hint)\.ts|device\/owed-sign-out\.ts|messages\/(?:app|catalogue|choose-language|language)\.ts|ui\/(?:cover-sizes|grid-layout|window-paging)\.rules\.ts)|\/contract\/src\/user-header\.ts|vite\/preload-helper|rolldown\/runtime/

const SCRIPT = /\s*<script type="module"( crossorigin src="\.\/assets\/early-[\w-]+\.js"><\/script>)/

/** The script that sends the first requests does not wait for the others. */
export const earlyScript: Plugin = {
  name: 'octavo-early-script',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(page) {
      const script = SCRIPT.exec(page)
      if (!script) throw new Error('The page has no early script')
      return page.replace(script[0], '').replace('<script src=', `<script type="module" async${script[1]}\n    $&`)
    },
  },
}

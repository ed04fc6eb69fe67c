// Before `npm start`, which would only say that bun is not found: `node scripts/check-installed.mjs`.
import { requireBun } from './find-bun.mjs'

requireBun()

// Changing requests of Komga's apps that need files, headers, or ids from earlier answers.
import { pngImage } from '../../kit/images'
import type { Inhabited } from '../people'
import { jsonInit, type World } from './objects'
import { PASSWORD, type Person, signIn } from './people'

type Act = () => Promise<Response>
const API = '/komga/api/v1'

/** Every picture has its own colour: a duplicate is refused. */
let colours = 0

export function komgaActs(
  octavo: Inhabited,
  person: Person,
  { open, emptyFolder }: World,
): Readonly<Record<string, Act>> {
  const { as } = person
  const { book = '', series = '', library = '' } = open
  const edited = (path: string, body: object) => as.fetch(`${API}/${path}`, jsonInit(body, 'PATCH'))
  const cancelTasks = (by: Person['as']) => by.fetch(`${API}/tasks`, { method: 'DELETE' })
  /** With nothing pending before and after: an equal task is not queued twice. */
  const asked =
    (path: string, method = 'POST') =>
    async () => {
      await cancelTasks(octavo.admin)
      const answer = await as.fetch(`${API}/${path}`, { method })
      await cancelTasks(octavo.admin)
      return answer
    }
  return {
    komga_analyze_book: asked(`books/${book}/analyze`),
    komga_refresh_book_metadata: asked(`books/${book}/metadata/refresh`),
    komga_analyze_series: asked(`series/${series}/analyze`),
    komga_refresh_series_metadata: asked(`series/${series}/metadata/refresh`),
    komga_analyze_library: asked(`libraries/${library}/analyze`),
    komga_refresh_library_metadata: asked(`libraries/${library}/metadata/refresh`),
    komga_make_book_thumbnails: asked('books/thumbnails', 'PUT'),
    async komga_scan_library() {
      const body = { name: 'To scan', path: emptyFolder() }
      const { id } = await octavo.admin.post<{ id: string }>('/api/v1/libraries', body)
      return asked(`libraries/${id}/scan`)()
    },
    async komga_delete_tasks() {
      await octavo.admin.fetch(`${API}/books/${book}/analyze`, { method: 'POST' })
      return cancelTasks(as)
    },
    ...coverActs(person, 'book', `${API}/books/${book}/thumbnails`),
    ...coverActs(person, 'series', `${API}/series/${series}/thumbnails`),
    komga_update_series_metadata: () => edited(`series/${series}/metadata`, { summary: 'By an app of Komga' }),
    komga_update_book_metadata: () => edited(`books/${book}/metadata`, { summary: 'By an app of Komga' }),
    komga_update_books_metadata: () => edited('books/metadata', { [book]: { summary: 'By an app, of several' } }),
    komga_change_own_password: async () => {
      // In a separate session: the shared one must stay.
      const session = await signIn(octavo, person.user.username)
      const body = { password: PASSWORD, currentPassword: PASSWORD }
      return session.fetch(`${API}/users/me/password`, jsonInit(body, 'PATCH'))
    },
    komga_change_password: async () => {
      const session = await signIn(octavo, person.user.username)
      const body = { password: PASSWORD, currentPassword: PASSWORD }
      return session.fetch(`${API}/users/${person.user.id}/password`, jsonInit(body, 'PATCH'))
    },
  }
}

function coverActs({ as }: Person, kind: 'book' | 'series', at: string) {
  const upload = async () => {
    const body = new FormData()
    colours += 1
    const colour = `#${(colours * 9).toString(16).padStart(2, '0')}4321`
    body.append('file', new Blob([Buffer.from(await pngImage({ width: 60, height: 90 }, colour))]), 'cover.png')
    return as.fetch(at, { method: 'POST', body })
  }
  const uploaded = async () => `${at}/${((await (await upload()).json()) as { id: string }).id}`
  return {
    [`komga_add_${kind}_thumbnail`]: upload,
    [`komga_select_${kind}_thumbnail`]: async () => {
      const [first] = [await uploaded(), await uploaded()]
      return as.fetch(`${first}/selected`, { method: 'PUT' })
    },
    [`komga_delete_${kind}_thumbnail`]: async () => as.fetch(await uploaded(), { method: 'DELETE' }),
  }
}

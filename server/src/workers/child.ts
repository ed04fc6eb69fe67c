import { boundedFacts, boundedProblem } from '../formats/border'
import { boundedPublication } from '../formats/bounded-publication'
import type { ImageInput } from '../formats/decoders'
import { digestFile, type FileDigest } from '../formats/digest'
import { readPublication } from '../formats/epub/publication'
import type { BookFacts } from '../formats/facts'
import { withSource } from '../formats/file-source'
import { isCostlySheet, isCostlySvg } from '../formats/image/svg-cost'
import { identifyBook, readBook } from '../formats/open'
import { asType, FileProblemError, fileProblem, isShortOfMemory, problemOf } from '../formats/problem'
import { readCover } from '../formats/sidecar/read-sidecars'
import { verifyBook } from '../formats/verify'
import type { WriteRequest } from '../formats/writing/write-book'
import type { SeriesWriteRequest } from '../formats/writing/write-series'
import { type FileLimits, setFileLimits } from '../kernel/limits'
import type { ChildAnswer, ChildQuestion, ChildUsage } from './child.protocol'
import { isLibraryBroken } from './decode/broken-library'
import { DECODERS } from './decode/decoders'
import { reportPdfHandle } from './decode/pdf-handle'
import { makePictures } from './decode/picture'
import { makeThumbnail } from './decode/thumbnail'
import { makePage } from './make-page'
import type {
  AnalyzeRequest,
  CoverRequest,
  CoverResult,
  DrawRequest,
  NamesRequest,
  NamesResult,
  PageRequest,
  PageResult,
  PictureRequest,
  PictureResult,
  PublicationResult,
  SeriesWriteResult,
  WriteResult,
} from './pool.types'
import { readable } from './readable'
import { writeDraft, writeInPlace } from './write-in-place'

/** A parser process: answers requests one by one, and ends with its parent. */
setFileLimits(JSON.parse(process.argv[2] ?? '{}') as FileLimits)
let last: Promise<void> = Promise.resolve()
let served = 0

process.on('message', (question: ChildQuestion) => {
  last = last.then(() => answerQuestion(question))
})
process.on('disconnect', () => process.exit(0))
answer({ ready: true })

async function answerQuestion(question: ChildQuestion): Promise<void> {
  const { id } = question
  const answered = await perform(question).then(
    result => ({ result }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  )
  // Libraries leak a little with every damaged file, so only a new process can confirm that a file is at fault.
  if (isSpent() && served > 0) process.exit(1)
  served++
  answer({ id, ...answered, usage: usage() })
}

function answer(message: ChildAnswer): void {
  process.send?.(message)
}

function perform(question: ChildQuestion): Promise<unknown> {
  switch (question.task) {
    case 'analyze':
      return analyze(question)
    case 'identify':
      return readable(question.path, () => identifyBook(question.path))
    case 'cover':
      return cover(question)
    case 'page':
      return page(question)
    case 'picture':
      return picture(question)
    case 'draw':
      return draw(question)
    case 'publication':
      return publication(question.path)
    case 'verify':
      return verifyBook(question.path, question.full, DECODERS)
    case 'costly':
      return Promise.resolve(question.type === 'text/css' ? isCostlySheet(question.text) : isCostlySvg(question.text))
    case 'digest':
      return digest(question.path)
    case 'write':
      return write(question)
    case 'write-series':
      return writeOfSeries(question)
    case 'names':
      return names(question)
  }
}

function analyze(question: ChildQuestion & AnalyzeRequest): Promise<BookFacts> {
  const { id, path, thumbnailTarget, thumbnailSide, sources = null, keepsSaid = false } = question
  const thumbnail = (image: ImageInput) => makeThumbnail(image, thumbnailSide)
  return readable(path, () =>
    readBook(path, {
      decoders: { ...DECODERS, thumbnail },
      sources,
      keepsSaid,
      saveThumbnail: thumbnailTarget === null ? null : jpeg => writeDraft(thumbnailTarget, jpeg),
      onIndexed: partial => answer({ id, partial: boundedFacts(partial) }),
    }),
  )
}

async function cover({ path, thumbnailTarget }: CoverRequest): Promise<CoverResult> {
  const made = await problemAsValue('thumbnail', async () => {
    const image = await readCover(path)
    return { stamp: image.stamp, ...(await DECODERS.thumbnail(await image.load())) }
  })
  if ('problem' in made) return { ok: false, problem: made.problem }
  const { stamp, jpeg, thumbHash } = made.value
  writeDraft(thumbnailTarget, jpeg)
  return { ok: true, stamp, version: Bun.hash(jpeg).toString(36), thumbHash }
}

async function page(request: PageRequest): Promise<PageResult> {
  const image = await problemAsValue('page_extraction', () => makePage(request))
  if ('problem' in image) return { ok: false, problem: image.problem }
  writeInPlace(request.target, image.value.bytes)
  return { ok: true, mediaType: image.value.mediaType, bytes: image.value.bytes.length }
}

async function picture({ path, isWhole, outputs }: PictureRequest): Promise<PictureResult> {
  const made = await problemAsValue('thumbnail', () => makePictures(path, outputs, isWhole))
  if ('problem' in made) return { ok: false, problem: made.problem }
  const { pictures, ...about } = made.value
  for (const [at, { bytes }] of pictures.entries()) writeDraft(outputs[at]?.target ?? '', bytes)
  return { ok: true, ...about, outputs: pictures.map(({ bytes: _, ...picture }) => picture) }
}

/** Loaded on demand: most books have covers of their own. */
async function draw({ target, ...text }: DrawRequest): Promise<void> {
  const { drawCover } = await import('./decode/drawn-cover')
  writeInPlace(target, drawCover(text))
}

async function publication(path: string): Promise<PublicationResult> {
  const read = await problemAsValue('parser', () =>
    withSource(path, async source => boundedPublication(readPublication(source))),
  )
  return 'problem' in read ? { ok: false, problem: read.problem } : { ok: true, publication: read.value }
}

async function digest(path: string): Promise<FileDigest | null> {
  try {
    return await digestFile(path)
  } catch (error) {
    if (error instanceof FileProblemError) return null
    throw error
  }
}

/** Loaded on demand: most processes never write. */
async function write(request: WriteRequest): Promise<WriteResult> {
  const { writeBook } = await import('../formats/writing/write-book')
  const written = await problemAsValue('parser', () => writeBook(request))
  return 'problem' in written
    ? { ok: false, problem: boundedProblem(written.problem) }
    : { ok: true, plan: written.value }
}

async function writeOfSeries(request: SeriesWriteRequest): Promise<SeriesWriteResult> {
  const { writeSeries } = await import('../formats/writing/write-series')
  const written = await problemAsValue('parser', () => writeSeries(request))
  return 'problem' in written
    ? { ok: false, problem: boundedProblem(written.problem) }
    : { ok: true, plan: written.value }
}

/** Loaded on demand: most processes never compute names. */
async function names(request: NamesRequest): Promise<NamesResult> {
  const { makeNames } = await import('./make-names')
  return makeNames(request)
}

async function problemAsValue<T>(errorType: 'parser' | 'page_extraction' | 'thumbnail', use: () => Promise<T>) {
  try {
    return { value: await use() }
  } catch (error) {
    const found = problemOf(error, fileProblem(errorType, 'corrupt', 'The file is damaged: it cannot be read.'))
    return { problem: errorType === 'parser' || found.errorType === 'pdf_rendering' ? found : asType(errorType, found) }
  }
}

/** It can no longer read files as reliably as a new process. */
function isSpent(): boolean {
  return isLibraryBroken() || isShortOfMemory()
}

function usage(): ChildUsage {
  const { user, system } = process.cpuUsage()
  return {
    residentBytes: process.memoryUsage.rss(),
    cpuMs: (user + system) / 1000,
    broken: isSpent(),
    pdf: reportPdfHandle(),
  }
}

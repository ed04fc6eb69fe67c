import type { BookFacts } from '../formats/facts'
import type { WriteRequest } from '../formats/writing/write-book'
import type { SeriesWriteRequest } from '../formats/writing/write-series'
import type {
  AnalyzeRequest,
  CostlyRequest,
  CoverRequest,
  DrawRequest,
  NamesRequest,
  PageRequest,
  PdfHandleReport,
  PictureRequest,
} from './pool.types'

/** Requests to a parser process; answers come in the same order. */
export type ChildTask =
  | ({ readonly task: 'analyze' } & AnalyzeRequest)
  | { readonly task: 'identify'; readonly path: string }
  | ({ readonly task: 'cover' } & CoverRequest)
  | ({ readonly task: 'page' } & PageRequest)
  | ({ readonly task: 'picture' } & PictureRequest)
  | ({ readonly task: 'draw' } & DrawRequest)
  | { readonly task: 'publication'; readonly path: string }
  | ({ readonly task: 'costly' } & CostlyRequest)
  | { readonly task: 'verify'; readonly path: string; readonly full: boolean }
  | { readonly task: 'digest'; readonly path: string }
  | ({ readonly task: 'write' } & WriteRequest)
  | ({ readonly task: 'write-series' } & SeriesWriteRequest)
  | ({ readonly task: 'names' } & NamesRequest)

export type ChildQuestion = ChildTask & { readonly id: number }

export type ChildAnswer =
  /** It has started; a process that dies earlier was not killed by a file. */
  | { readonly ready: true }
  /** Partial result, in case the rest kills the process. */
  | { readonly id: number; readonly partial: BookFacts }
  | { readonly id: number; readonly result: unknown; readonly usage: ChildUsage }
  /** Not the file's fault: a full disk, an unwritable folder. */
  | { readonly id: number; readonly failure: string; readonly usage: ChildUsage }

/** Resource usage of the process since its start. */
export interface ChildUsage {
  readonly residentBytes: number
  readonly cpuMs: number
  /** It must end; pending jobs need another process. */
  readonly broken: boolean
  /** Since the last report; null before the first. */
  readonly pdf: PdfHandleReport | null
}

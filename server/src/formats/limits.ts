/** What one untrusted file may ask of us. Each figure is enforced where it is used. */
export const FORMAT_LIMITS = {
  /** Entries of one archive. */
  entries: 20_000,
  /** Bytes of the directory of one zip. */
  directoryBytes: 64 * 1024 * 1024,
  /** Bytes of one entry once inflated. */
  entryBytes: 256 * 1024 * 1024,
  /** Bytes of all entries of one archive together, as declared. */
  totalBytes: 16 * 1024 * 1024 * 1024,
  /** How many times an entry may grow by inflating, once it is past the grace. */
  ratio: 200,
  ratioGraceBytes: 8 * 1024 * 1024,
  /** Bytes of one XML document: ComicInfo, OPF, container, navigation. */
  xmlBytes: 4 * 1024 * 1024,
  imagePixels: 100_000_000,
  imageSide: 65_536,
  pdfPages: 20_000,
  /** Bytes of an image header that are looked at before it is given up. */
  imageHeadBytes: 1024 * 1024,
  /** Bytes of pages unpacked from one RAR, 7z or compressed tar while it is analysed (seconds of CPU); the pages behind have no size. */
  packedAnalysisBytes: 256 * 1024 * 1024,
} as const

/**
 * Methods that the runtime lacks: shrink, implode, deflate64, bzip2, lzma, xz, ppmd (APPNOTE 6.3.10, section 4.4.5).
 */
export const FOREIGN_METHODS: ReadonlySet<number> = new Set([1, 6, 9, 12, 14, 95, 98])

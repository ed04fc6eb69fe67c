// For tests: what the messages need of a browser. Imported first, because a module that failed once stays failed.
globalThis.document ??= { documentElement: {} } as Document
if (!navigator.languages) Object.assign(navigator, { languages: ['en'] })

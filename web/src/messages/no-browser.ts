// For tests: what the messages need of a browser. Imported first, because a module that failed once stays failed.
globalThis.document ??= { documentElement: {}, querySelector: () => null } as unknown as Document
if (!navigator.languages) Object.assign(navigator, { languages: ['en'] })

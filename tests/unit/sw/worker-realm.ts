/** Workbox looks for its realm as it is loaded. */
Object.assign(globalThis, { self: globalThis });

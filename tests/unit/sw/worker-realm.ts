/** Workbox reads `self` when it is loaded. */
Object.assign(globalThis, { self: globalThis });

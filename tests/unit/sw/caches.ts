/** The caches of a browser, by name and address, in the order they were filled. */
export function fakeCaches(origin: string) {
  const all = new Map<string, Map<string, Response>>();
  const pathOf = (key: string | Request) => new URL(typeof key === 'string' ? key : key.url, origin).pathname;
  const open = async (name: string) => {
    const own = all.get(name) ?? new Map<string, Response>();
    all.set(name, own);
    return {
      match: async (key: string | Request) => own.get(pathOf(key))?.clone(),
      async put(key: string, response: Response) {
        own.delete(pathOf(key));
        own.set(pathOf(key), response);
      },
      delete: async (key: string | Request) => own.delete(pathOf(key)),
      keys: async () => [...own.keys()].map((path) => new Request(origin + path)),
    } as unknown as Cache;
  };
  return { all, open, delete: async (name: string) => all.delete(name) };
}

import type { Language } from './languages.ts';

type Words = { readonly [key: string]: string | Words };
export type Bundle = Record<string, Words>;

/** Every file of a language ends in one chunk (see `vite.config.ts`). `push.json` is for the service worker alone. */
const files = import.meta.glob<Words>(['./locales/*/*.json', '!./locales/*/push.json'], { import: 'default' });

const PATH = /^\.\/locales\/(?<language>\w+)\/(?<namespace>\w+)\.json$/;

/** All namespaces of a language. A language that nobody wrote yet is empty: English then answers. */
export async function loadBundle(language: Language): Promise<Bundle> {
  const found = Object.entries(files).flatMap(([path, read]) => {
    const groups = PATH.exec(path)?.groups;
    return groups?.['language'] === language && groups['namespace'] ? [{ namespace: groups['namespace'], read }] : [];
  });
  const pairs = await Promise.all(found.map(async ({ namespace, read }) => [namespace, await read()] as const));
  return Object.fromEntries(pairs);
}

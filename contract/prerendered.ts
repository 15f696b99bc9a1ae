import { DOWNLOAD, LANDING, LOGIN, PASSWORD_LOGIN } from './paths.ts';

/** Part of a prerendered page that depends on the server's configuration. */
export type ServerPart = 'google' | 'recovery' | 'demo' | 'stores';

type Row = {
  readonly path: string;
  /** What some servers add to the page: the build writes a document for each combination, and the server sends the one that fits. */
  readonly parts: readonly ServerPart[];
  /** Parts that the build does not know: a server that has one sends the app's document in place of the page. */
  readonly unless: readonly ServerPart[];
};

/** The pages that the build renders to HTML in each language, for visitors who are here for the first time. */
export const PRERENDERED = {
  landing: { path: LANDING, parts: [], unless: [] },
  login: { path: LOGIN, parts: ['google'], unless: [] },
  password: { path: PASSWORD_LOGIN, parts: ['recovery', 'demo'], unless: [] },
  // The addresses of the app stores are those of the server.
  download: { path: DOWNLOAD, parts: [], unless: ['stores'] },
} as const satisfies Record<string, Row>;

/** Name of a prerendered page. */
export type PrerenderedPage = keyof typeof PRERENDERED;

/** The names of all prerendered pages. */
export const PRERENDERED_PAGES = Object.keys(PRERENDERED) as readonly PrerenderedPage[];

/** Returns the file of a prerendered page in one language with these parts, relative to the build. Parts that the page does not have are ignored. */
export function prerenderedFile(page: PrerenderedPage, language: string, has: ReadonlySet<ServerPart>): string {
  const { parts }: Row = PRERENDERED[page];
  return `prerendered/${[page, ...parts.filter((part) => has.has(part)), language].join('.')}.html`;
}

/** Returns whether a server with these parts sends the page as the build has rendered it. */
export function isPrerenderedWith(page: PrerenderedPage, has: ReadonlySet<ServerPart>): boolean {
  const { unless }: Row = PRERENDERED[page];
  return !unless.some((part) => has.has(part));
}

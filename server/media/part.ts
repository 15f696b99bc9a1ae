import type { mediaRows } from '../../contract/media/endpoints.ts';
import type { Cookies } from '../http/cookies.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { checkLater, createContentCheck } from './check.ts';
import { forgetStrayFiles, forgetUnnamedMedia } from './clean-up.ts';
import { forgetLeftBehind } from './folder.ts';
import { mediaCookies, mediaHandlers } from './handlers.ts';
import { forgetParts, openParts } from './parts.ts';
import { forgetPrivateMedia } from './retention.ts';
import { type OwnerOf, registerMedia } from './routes.ts';
import { openMediaStore } from './store.ts';

/** How tokens of logins are looked up and stored. */
export type MediaTokens = { readonly ownerOf: OwnerOf; readonly hash: (token: string) => string };

export type MediaPart = ApiPart<keyof typeof mediaRows> & { readonly cookies: Cookies };

/**
 * Uploads, pictures and clips. Kept in memory only: the queue of files that wait for a processor core, each with the request
 * that waits for it; a client whose request broke sends the file again.
 */
export function mediaPart({ config, db, log }: Surroundings, tokens: MediaTokens): MediaPart {
  const store = openMediaStore({ db, dataDir: config.dataDir });
  const parts = { profile: openParts(store.folder), chat: openParts(store.privateFolder) };
  const check = createContentCheck(config.mediaCheckUrl, log);
  return {
    name: 'media',
    handlers: mediaHandlers,
    cookies: mediaCookies(tokens.hash),
    routes: (app) => registerMedia(app, { config, db, store, parts, ownerOf: tokens.ownerOf, check, log }),
    jobs: [
      forgetLeftBehind([store.folder, store.privateFolder]),
      forgetParts(Object.values(parts)),
      forgetUnnamedMedia(db, store.folder),
      forgetStrayFiles(db, store.privateFolder),
      forgetPrivateMedia(db, store.privateFolder),
      ...(config.mediaCheckUrl === '' ? [] : [checkLater(db, store.privateFolder, check)]),
    ],
  };
}

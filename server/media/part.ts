import type { ServerPart, Surroundings } from '../part.ts';
import { forgetUnnamedMedia } from './clean-up.ts';
import { forgetLeftBehind } from './folder.ts';
import { type OwnerOf, registerMedia } from './routes.ts';
import { openMediaStore } from './store.ts';

/**
 * Uploads, pictures and clips. Kept in memory only: the queue of files that wait for a processor core, each with the request
 * that waits for it; a client whose request broke sends the file again.
 */
export function mediaPart({ config, db }: Surroundings, ownerOf: OwnerOf): ServerPart {
  const store = openMediaStore({ db, dataDir: config.dataDir });
  return {
    name: 'media',
    routes: (app) => registerMedia(app, { config, db, store, ownerOf }),
    jobs: [forgetLeftBehind(store.folder), forgetUnnamedMedia(db, store.folder)],
  };
}

import type { lockRows } from '../../../contract/chat/lock/endpoints.ts';
import type { mediaRows } from '../../../contract/media/endpoints.ts';
import type { MediaPurpose } from '../../../contract/media/media.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import { freeBytesOf } from '../../platform/http/free-bytes.ts';
import { createContentCheck } from './check.ts';
import { forgetStrayFiles, forgetUnnamedMedia } from './clean-up.ts';
import { createContentCheckJob, type OnFileRevoked } from './content-check-job.ts';
import { openMediaFiles } from './files/open.ts';
import { forgetLeftBehind, type MediaFolder } from './folder.ts';
import { mediaCookies, mediaHandlers } from './handlers.ts';
import { settleUnlocks } from './locks.ts';
import { forgetPrivateMedia } from './retention.ts';
import { type OwnerOf, registerMedia } from './serve/routes.ts';
import { openMediaStore } from './store.ts';
import { forgetParts, openParts } from './upload/parts.ts';
import { openUploadRoom } from './upload/room.ts';
import type { OnRefused } from './upload/take.ts';
import { roomKeyOf } from './upload/upload.ts';

/** Functions of the account domain that media need: the account of a live session token, and the hash of a token. */
export type MediaTokens = { readonly ownerOf: OwnerOf; readonly hash: (token: string) => string };

/** Consequences for the owner of a file that the content check refuses: at upload (`onRefused`), or after it was sent (`onTakenBack`). */
export type MediaConduct = { readonly onRefused: OnRefused; readonly onTakenBack: OnFileRevoked };

/** The media domain of the server, with the cookies that other domains' endpoints set. */
export type MediaPart = ApiPart<keyof typeof mediaRows | keyof typeof lockRows> & { readonly cookies: Cookies };

/**
 * Creates the media domain: uploads, pictures, clips, and locks. Files that wait for a processor core are queued in memory, each with the
 * request that waits for it; a client whose request broke sends the file again.
 */
export function mediaPart({ config, db, log }: ServerDeps, tokens: MediaTokens, conduct: MediaConduct): MediaPart {
  const store = openMediaStore({ db, dataDir: config.dataDir, files: openMediaFiles(config) });
  const room = openUploadRoom({ db, bounds: config.uploadRoom, freeBytes: () => freeBytesOf(config.dataDir) });
  const partsOf = (purpose: MediaPurpose, folder: MediaFolder) =>
    openParts(folder, (of) => room.release(roomKeyOf({ ...of, purpose })));
  const parts = { profile: partsOf('profile', store.folder), chat: partsOf('chat', store.privateFolder) };
  const awaitsCheck = config.mediaCheckUrl !== '';
  const check = createContentCheck(config.mediaCheckUrl, log);
  return {
    name: 'media',
    handlers: mediaHandlers(store.privateFolder, awaitsCheck),
    cookies: mediaCookies(tokens.hash),
    routes: (app) =>
      registerMedia(app, {
        config,
        db,
        store,
        parts,
        room,
        ownerOf: tokens.ownerOf,
        check,
        onRefused: conduct.onRefused,
        log,
      }),
    jobs: [
      forgetLeftBehind([store.folder, store.privateFolder]),
      forgetParts(Object.values(parts)),
      forgetUnnamedMedia(db, store.folder),
      forgetStrayFiles(db, store.privateFolder),
      forgetPrivateMedia(db, store.privateFolder),
      settleUnlocks(db, store.privateFolder, log, awaitsCheck),
      ...(awaitsCheck ? [createContentCheckJob(db, store.privateFolder, check, conduct.onTakenBack)] : []),
    ],
  };
}

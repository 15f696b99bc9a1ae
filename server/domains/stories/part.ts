import type { storyRows } from '../../../contract/discovery/story-endpoints.ts';
import type { ApiPart, Surroundings } from '../../part.ts';
import { sendStories } from './send.ts';
import { noteSeen, readStories } from './stories.ts';

/** Recorded stories of anchors, how far each account has seen them, and one a day as a message. */
export function storiesPart({ config, db: all, presence }: Surroundings): ApiPart<keyof typeof storyRows> {
  return {
    name: 'stories',
    jobs: [sendStories(all)],
    handlers: {
      async stories({ db, uid }, { cursor, seen }) {
        if (seen) await noteSeen(db, uid, seen);
        return readStories({ db, presence, domain: config.xmppDomain, viewer: uid }, cursor);
      },
    },
  };
}

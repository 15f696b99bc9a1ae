import type { storyRows } from '../../contract/discovery/story-endpoints.ts';
import type { ApiPart, Surroundings } from '../part.ts';
import { noteSeen, readStories } from './stories.ts';

/** Recorded stories of anchors, and how far each account has seen them. */
export function storiesPart({ config, presence }: Surroundings): ApiPart<keyof typeof storyRows> {
  return {
    name: 'stories',
    handlers: {
      async stories({ db, uid }, { cursor, seen }) {
        if (seen) await noteSeen(db, uid, seen);
        return readStories({ db, presence, domain: config.xmppDomain, viewer: uid }, cursor);
      },
    },
  };
}

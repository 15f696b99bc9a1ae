import type { storyRows } from '../../../contract/discovery/story-endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { sendStories } from './send.ts';
import { markStorySeen, readStories } from './stories.ts';

/**
 * Creates the stories domain: recorded stories of hosts, the progress of each account, and at most one story a day per account as a
 * message.
 */
export function storiesPart({ config, db: all, presence }: ServerDeps): ApiPart<keyof typeof storyRows> {
  return {
    name: 'stories',
    jobs: [sendStories(all)],
    handlers: {
      async stories({ db, uid }, { cursor, seen }) {
        if (seen) await markStorySeen(db, uid, seen);
        return readStories({ db, presence, domain: config.xmppDomain, viewer: uid }, cursor);
      },
    },
  };
}

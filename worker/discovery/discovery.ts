import type { CommandsOf } from '#contract/command.ts';
import type { discoveryCommands } from '#contract/discovery/commands.ts';
import { needLogin } from '#contract/errors.ts';
import { fail, ok } from '#contract/result.ts';
import type { CorePart } from '../base/part.ts';
import type { SessionRow } from '../db/schema.ts';
import { createLists, type ListPorts } from './lists.ts';
import { createStories } from './stories.ts';

/** The dependencies of the discovery part. */
export type DiscoveryPorts = ListPorts & { readonly session: () => Promise<SessionRow | undefined> };
/** The core part for lists of people, stories and the swipe feed. */
export type Discovery = CorePart<CommandsOf<typeof discoveryCommands>>;

/** Creates the discovery part: lists of people, stories, and skipped cards of the feed. */
export function createDiscovery(ports: DiscoveryPorts): Discovery {
  const { app, session, now } = ports;
  const lists = createLists(ports);
  const stories = createStories(ports);
  return {
    commands: {
      refreshList: lists.refresh,
      readHostFacets: () => ports.api.call('anchorFacets', {}),
      refreshStories: stories.refresh,
      noteStory: stories.note,
      async skipPerson(uid, skipped) {
        return app.transaction('rw', [app.skipped, app.state], async () => {
          if (!(await session())) return fail(needLogin);
          await (skipped ? app.skipped.put({ uid, at: now() }) : app.skipped.delete(uid));
          return ok(null);
        });
      },
    },
  };
}

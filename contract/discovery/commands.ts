import { boolean, custom, integer, maxValue, minValue, number, picklist, pipe, union } from 'valibot';
import { command, nothing, someUid } from '../command.ts';
import { hostFacets, queryOfList } from '../people/host-filter.ts';
import type { FoundListName } from '../people/host-query.ts';
import { LIST_NAMES } from '../people/people.ts';
import { STORY_STEPS_MAX } from './rules.ts';
import { storyId } from './stories.ts';

const foundList = custom<FoundListName>((name) => typeof name === 'string' && queryOfList(name) !== undefined);

/** Commands of pages for lists of people, skipped cards and stories. */
export const discoveryCommands = {
  /** Fetches the first page of a list into `app.lists` and `app.people`, or with `more` (true) the page after the last fetched one. */
  refreshList: command({ args: [union([picklist(LIST_NAMES), foundList]), boolean()], value: nothing }),
  /** Returns what a filter of the wall can choose from: the languages, countries and prices of the hosts that the user may see. */
  readHostFacets: command({ args: [], value: hostFacets }),
  /** Skips a card of the swipe feed for a day (true), or reverts that (false). */
  skipPerson: command({ args: [someUid, boolean()], value: nothing }),
  /** Fetches the newest stories into `app.state`, and reports to the server the steps that were seen offline. */
  refreshStories: command({ args: [], value: nothing }),
  /** Records the furthest seen step of a story on this device and, once sent, on the user's other devices. */
  noteStory: command({
    args: [storyId, pipe(number(), integer(), minValue(1), maxValue(STORY_STEPS_MAX))],
    value: nothing,
  }),
};

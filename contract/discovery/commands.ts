import { boolean, picklist } from 'valibot';
import { command, nothing, someUid } from '../command.ts';
import { LIST_NAMES } from '../people/people.ts';

/** Lists of people, and the feed of cards. */
export const discoveryCommands = {
  /** Fetches the first page of a list into `app.lists` and `app.people`, or with `more` (true) the page after the last. */
  refreshList: command({ args: [picklist(LIST_NAMES), boolean()], value: nothing }),
  /** Skips a card of the swipe feed for a day (true), or takes that back (false). */
  skipPerson: command({ args: [someUid, boolean()], value: nothing }),
};

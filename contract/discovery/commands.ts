import { boolean, picklist } from 'valibot';
import { command, nothing, someUid } from '../command.ts';
import { LIST_NAMES } from '../people/people.ts';

/** Lists of people, and the feed of cards. */
export const discoveryCommands = {
  /** Fetches the first page of a list into `app.lists` and `app.people`, or with `more` (true) the page after the last. */
  refreshList: command({ args: [picklist(LIST_NAMES), boolean()], value: nothing }),
  /** The swipe feed: a skipped card does not come back for a day, unless it is taken back (false). */
  skipPerson: command({ args: [someUid, boolean()], value: nothing }),
};

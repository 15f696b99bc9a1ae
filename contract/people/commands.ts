import { array, boolean, maxLength, number, object, picklist, pipe, string } from 'valibot';
import { command, nothing, someId, someUid } from '../command.ts';
import { typedText } from '../typed-text.ts';
import { RELATION_ACTIONS, REPORT_NOTE_MAX_CHARS, REPORT_REASONS, WRITE_LOCK_REASONS } from './people.ts';
import { PRESENCE_WATCH_MAX, REPORTED_MESSAGES_MAX } from './rules.ts';

const tabId = someId;

/** Commands for cards, presence and relations. */
export const peopleCommands = {
  /** Fetches what a profile shows: card, counters, price, relation. Kept in `app.cards`. */
  refreshCard: command({ args: [someUid], value: nothing }),
  /** Reports what the user has been doing for a while, so that a host may write first: looking at somebody's profile. */
  tellScene: command({ args: [picklist(['profile']), someUid], value: nothing }),
  /**
   * Sets the people that this tab shows: their presence is kept current in `notice.onlineUsers`. At most
   * `PRESENCE_WATCH_MAX`.
   */
  watchPeople: command({ args: [tabId, pipe(array(someUid), maxLength(PRESENCE_WATCH_MAX))], value: nothing }),
  /** Changes a relation: shown at once, durable, sent to the server when it can be reached, undone when the server refuses. */
  changeRelation: command({
    act: (_uid, action) => action !== 'block' && action !== 'unblock',
    args: [someUid, picklist(RELATION_ACTIONS)],
    value: nothing,
  }),
  changeFavourite: command({ act: true, args: [someUid, boolean()], value: nothing }),
  /** Reports a person, with messages of theirs by mid. It is sent when the server can be reached. */
  report: command({
    args: [
      someUid,
      picklist(REPORT_REASONS),
      pipe(typedText, maxLength(REPORT_NOTE_MAX_CHARS)),
      pipe(array(someId), maxLength(REPORTED_MESSAGES_MAX)),
    ],
    value: nothing,
  }),
  /** Asks the server whether the user may write to somebody now: see the row `sendMsgLock`. */
  writeLock: command({
    args: [someUid],
    value: object({ locked: boolean(), reason: picklist(WRITE_LOCK_REASONS), until: number(), left: number() }),
  }),
  /** Asks where to write to the team, and what is said beforehand. */
  support: command({ args: [], value: object({ uid: someUid, note: string() }) }),
};

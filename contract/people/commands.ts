import { array, boolean, maxLength, number, object, picklist, pipe, string } from 'valibot';
import { CALL_FRAME_MAX_CHARS } from '../calls/rules.ts';
import { command, nothing, someId, someUid } from '../command.ts';
import { typedText } from '../text/typed-text.ts';
import { RELATION_ACTIONS, REPORT_NOTE_MAX_CHARS, REPORT_REASONS, WRITE_LOCK_REASONS } from './people.ts';
import { PRESENCE_WATCH_MAX, REPORTED_MESSAGES_MAX } from './rules.ts';

const tabId = someId;

/** Commands for cards, presence and relations. */
export const peopleCommands = {
  /** Fetches the data of a profile into `app.cards`: card, counters, price, relation. */
  refreshCard: command({ args: [someUid], value: nothing }),
  /** Reports that the user has viewed a profile for a while, so that the host may write first. */
  tellScene: command({ args: [picklist(['profile']), someUid], value: nothing }),
  /** Sets the people that this tab shows, at most `PRESENCE_WATCH_MAX`; `notice.onlineUsers` has their live presence. */
  watchPeople: command({ args: [tabId, pipe(array(someUid), maxLength(PRESENCE_WATCH_MAX))], value: nothing }),
  /** Changes a relation: shown at once, durable, queued for the server, reverted if the server refuses. */
  changeRelation: command({
    act: (_uid, action) => action !== 'block' && action !== 'unblock',
    args: [someUid, picklist(RELATION_ACTIONS)],
    value: nothing,
  }),
  changeFavourite: command({ act: true, args: [someUid, boolean()], value: nothing }),
  /** Reads whether the user is notified when this person comes online, into the row `onlineWishes`. */
  refreshOnlineWish: command({ args: [someUid], value: nothing }),
  /** Asks for one notification when this person comes online, or takes that back. */
  changeOnlineWish: command({ act: true, args: [someUid, boolean()], value: nothing }),
  /** Reports a user for a call, by its sid, with a frame of their picture (`callFrame`) or ''. The report is queued for the server. */
  reportCall: command({
    args: [
      someUid,
      someId,
      picklist(REPORT_REASONS),
      pipe(typedText, maxLength(REPORT_NOTE_MAX_CHARS)),
      pipe(string(), maxLength(CALL_FRAME_MAX_CHARS)),
    ],
    value: nothing,
  }),
  /** Reports a user, with messages of theirs by mid. The report is queued for the server. */
  report: command({
    args: [
      someUid,
      picklist(REPORT_REASONS),
      pipe(typedText, maxLength(REPORT_NOTE_MAX_CHARS)),
      pipe(array(someId), maxLength(REPORTED_MESSAGES_MAX)),
    ],
    value: nothing,
  }),
  /** Asks the server whether the user may write to another user now: see the row `sendMsgLock`. */
  writeLock: command({
    args: [someUid],
    value: object({ locked: boolean(), reason: picklist(WRITE_LOCK_REASONS), until: number(), left: number() }),
  }),
  /** Fetches the support account, and the operator's note. */
  support: command({ args: [], value: object({ uid: someUid, note: string() }) }),
};

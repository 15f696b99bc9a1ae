import { command, nothing } from '../command.ts';

/** Commands for the list of notices. */
export const noticeCommands = {
  /** Fetches the notices since the last fetch. */
  refreshNotices: command({ args: [], value: nothing }),
  /** Marks all notices on this device as read; the server does not learn of it. */
  readNotices: command({ args: [], value: nothing }),
};

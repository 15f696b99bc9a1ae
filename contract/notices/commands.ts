import { command, nothing } from '../command.ts';

/** The list of notices. */
export const noticeCommands = {
  /** Fetches what came since the last time. */
  refreshNotices: command({ args: [], value: nothing }),
  /** Marks all notices as read. */
  readNotices: command({ args: [], value: nothing }),
};

import { boolean, maxLength, object, picklist, pipe, string } from 'valibot';
import { amount } from '../api/shapes.ts';
import { command, nothing } from '../command.ts';
import { TASK_KEYS } from './endpoints.ts';

/** Tasks, the lucky box, and the history of silver. What they fetch is in `app.state`; each needs the network and says so. */
export const rewardCommands = {
  refreshTasks: command({ args: [], value: nothing }),
  /** Answers with the silver that came of it; 0: the task is not done yet. */
  claimTask: command({ act: true, args: [picklist(TASK_KEYS)], value: object({ coins: amount }) }),
  /** The app is installed on this device: tells the server once of this account, also later where there is no network. */
  noteInstalled: command({ args: [], value: nothing }),
  /** Whether the user hears of the next check-in. */
  setCheckInReminder: command({ args: [boolean()], value: nothing }),
  refreshLuckyBox: command({ args: [], value: nothing }),
  /** Opens today's. Answers with what was won, by this opening or an earlier one. */
  openLuckyBox: command({ act: true, args: [], value: object({ won: amount }) }),
  /** Asks which new gift pack is offered to the user, if one is. */
  refreshGiftPack: command({ args: [], value: nothing }),
  /** Fetches lines of silver: the newest, or those behind a cursor. */
  readSilver: command({ args: [pipe(string(), maxLength(64))], value: nothing }),
};

import { boolean, maxLength, object, picklist, pipe, string } from 'valibot';
import { amount } from '../api/shapes.ts';
import { command, nothing } from '../command.ts';
import { TASK_KEYS } from './endpoints.ts';

/** Tasks, the lucky box, and the silver history. Results are in `app.state`; each command fails without a network. */
export const rewardCommands = {
  refreshTasks: command({ args: [], value: nothing }),
  /** Returns the earned silver; 0: the task is not done yet. */
  claimTask: command({ act: true, args: [picklist(TASK_KEYS)], value: object({ coins: amount }) }),
  /** Reports once per account that the app is installed on this device; queued. Not for hosts, nor before the birth date is known. */
  noteInstalled: command({ args: [], value: nothing }),
  /** Turns the reminder of the next check-in on or off. */
  setCheckInReminder: command({ args: [boolean()], value: nothing }),
  refreshLuckyBox: command({ args: [], value: nothing }),
  /** Opens today's lucky box. Returns the silver won by this opening, or by an earlier one of today. */
  openLuckyBox: command({ act: true, args: [], value: object({ won: amount }) }),
  /** Fetches the gift pack that is offered to the user, if any. */
  refreshGiftPack: command({ args: [], value: nothing }),
  /** Fetches the silver history: the newest lines, or those after a cursor. */
  readSilver: command({ args: [pipe(string(), maxLength(64))], value: nothing }),
};

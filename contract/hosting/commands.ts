import { boolean, integer, maxValue, minValue, nullable, number, picklist, pipe } from 'valibot';
import { command, nothing } from '../command.ts';
import { HOST_PAUSE_MINUTES, HOST_PRICE_MOST_GEMS } from './rules.ts';

/** Applying to be a host, and a host's own settings. The result is the row `hosting` of `app.state`; each fails without a network. */
export const hostingCommands = {
  refreshHosting: command({ args: [], value: nothing }),
  /** Applies with the present profile and the present rules. */
  applyAsHost: command({ act: true, args: [], value: nothing }),
  /** Sets the price of new calls in gems per started minute. */
  setHostPrice: command({
    act: true,
    args: [pipe(number(), integer(), minValue(1), maxValue(HOST_PRICE_MOST_GEMS))],
    value: nothing,
  }),
  /** Turns "Taking calls" on or off, or pauses it for some minutes; null: no pause. */
  setTakingCalls: command({ args: [boolean(), nullable(picklist(HOST_PAUSE_MINUTES))], value: nothing }),
};

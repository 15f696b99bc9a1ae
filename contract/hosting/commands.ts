import {
  boolean,
  integer,
  maxLength,
  maxValue,
  minValue,
  nullable,
  number,
  object,
  picklist,
  pipe,
  string,
} from 'valibot';
import { command, nothing } from '../command.ts';
import { externalId } from '../external-id.ts';
import { money } from '../payments/money.ts';
import { web } from '../payments/orders.ts';
import { weeklyHours } from './hours.ts';
import { payoutStatement, statementYear, taxDetails, yearlyStatement } from './payouts.ts';
import { HOST_PAUSE_MINUTES, HOST_PRICE_MOST_GEMS } from './rules.ts';

const bankText = pipe(string(), maxLength(256));

/**
 * Commands of pages to apply as a host, and for a host's settings, earnings and payouts. Each fails without a network. Those with a value
 * return their result; the others store it in the row of `app.state` that they name, else in the row `hosting`.
 */
export const hostingCommands = {
  refreshHosting: command({ args: [], value: nothing }),
  /** Starts or continues the identity check with the name on the document; the value is the address of the provider's page. */
  startIdentity: command({ act: true, args: [bankText], value: object({ url: web }) }),
  /** Applies with the present profile and the present rules; with the clip of this id, or null. */
  applyAsHost: command({ act: true, args: [nullable(externalId)], value: nothing }),
  /** Sets the price of new calls in gems per started minute. */
  setHostPrice: command({
    act: true,
    args: [pipe(number(), integer(), minValue(1), maxValue(HOST_PRICE_MOST_GEMS))],
    value: nothing,
  }),
  /** Fetches the earnings of the last days into the row `studio`. */
  refreshStudio: command({ args: [], value: nothing }),
  /** Fetches balances and payouts into the row `payouts`. */
  refreshPayouts: command({ args: [], value: nothing }),
  /** Fetches the statement of a payout. */
  payoutStatement: command({ args: [externalId], value: payoutStatement }),
  /** Fetches the statement of a calendar year. */
  yearlyStatement: command({ args: [statementYear], value: yearlyStatement }),
  /** Stores what tax reports name about the host; the result is the row `payouts`. */
  saveTaxDetails: command({ act: true, args: [taxDetails], value: nothing }),
  /** Stores the account to which later payouts go; the result is the row `payouts`. */
  savePayoutAccount: command({ act: true, args: [object({ holder: bankText, number: bankText })], value: nothing }),
  /** Sets up the account at Stripe to which payouts go; the value is the address of Stripe's page. */
  startPayoutSetup: command({ act: true, args: [], value: object({ url: web }) }),
  /** Requests a payout of these gems for the money that the page shows; the result is the row `payouts`. */
  requestPayout: command({ act: true, args: [pipe(number(), integer(), minValue(1)), money], value: nothing }),
  /** Turns "Taking calls" on or off, or pauses it for some minutes; null: no pause. */
  setTakingCalls: command({ args: [boolean(), nullable(picklist(HOST_PAUSE_MINUTES))], value: nothing }),
  /** Sets the weekly hours outside of which viewers cannot call; null: none. */
  setWeeklyHours: command({ act: true, args: [nullable(weeklyHours)], value: nothing }),
};

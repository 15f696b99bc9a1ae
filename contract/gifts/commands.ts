import { number, object } from 'valibot';
import { command, nothing, someUid, stanzaId } from '../command.ts';
import { giftOrder } from './gift.ts';

export const giftCommands = {
  /** Fetches the catalogue into `app.gifts`, where the server has another version of it. */
  refreshGifts: command({ args: [], value: nothing }),
  /** Fetches who got which gifts into `app.walls`. */
  refreshWall: command({ args: [someUid], value: nothing }),
  /**
   * Buys gifts; never offline: fails with `offline` at once. `mid`: the stanza id of the message that comes to both sides;
   * `total`: gifts of the combo so far. Fails with `gift`, and with `timeout` where the outcome stays unknown: then the
   * message comes, or it does not.
   */
  giveGift: command({ act: true, args: [giftOrder], value: object({ mid: stanzaId, total: number() }) }),
};

import { number, object } from 'valibot';
import { command, nothing, someUid, stanzaId } from '../command.ts';
import { giftOrder } from './gift.ts';

/** Commands of pages to the core about gifts: catalogue, received gifts, and purchases. */
export const giftCommands = {
  /** Fetches the catalogue into `app.gifts` if the server has another version. */
  refreshGifts: command({ args: [], value: nothing }),
  /** Fetches the gifts that a user received into `app.walls`. */
  refreshWall: command({ args: [someUid], value: nothing }),
  /**
   * Buys gifts; never queued: fails with `offline` at once. `mid`: the stanza id of the message to both sides; `total`: gifts of the
   * combo so far. Fails with `gift` if the service refuses it, and with `timeout` if the outcome is unknown; the message then shows whether
   * the purchase succeeded.
   */
  giveGift: command({ act: true, args: [giftOrder], value: object({ mid: stanzaId, total: number() }) }),
};

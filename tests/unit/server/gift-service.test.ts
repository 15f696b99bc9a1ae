import xml, { type Element } from '@xmpp/xml';
import { expect, test } from 'vitest';
import { readGiftRefusal, writeGiftRequest } from '../../../contract/gifts/buy.ts';
import { GIFTS_BURST, GIFTS_PER_SECOND } from '../../../contract/gifts/rules.ts';
import { createGiftService, type GiftServiceOptions } from '../../../server/domains/gifts/gift-service.ts';
import { openMediaFolder } from '../../../server/domains/media/folder.ts';

/** A service without a database: an admitted request ends with a server error. */
function service(rateLimits = true) {
  let now = 0;
  const sent: Element[] = [];
  const log = { warn: () => true } as unknown as GiftServiceOptions['log'];
  const db = { transaction: () => Promise.reject(new Error('away')) } as unknown as GiftServiceOptions['db'];
  const folder = openMediaFolder('/nowhere', 'chat');
  const options = { db, folder, domain: 'test', rateLimits, clock: { now: () => now }, log };
  const part = createGiftService(options, (stanza) => sent.push(stanza) > 0);
  const buy = async (times: number, uid = 5, from = `u_${uid}@test/device`) => {
    sent.length = 0;
    for (let n = 0; n < times; n += 1) {
      const op = `${uid}-${n}`.padEnd(21, '-');
      const data = { op, gift: 'rose', price: 10, to: 9_001, count: 1, where: 'chat', sid: '', combo: op } as const;
      const action = writeGiftRequest({ name: 'GiftBuy', data: { ...data, ask: '', lock: '' } });
      part.take(xml('iq', { type: 'set', from, id: `i${n}` }, action));
    }
    await part.close?.();
    return sent.map(
      (stanza) => readGiftRefusal(stanza)?.reason ?? stanza.getChild('error')?.getChildElements()[0]?.name,
    );
  };
  const pass = (ms: number) => {
    now += ms;
  };
  return { buy, pass };
}
const TRIED = 'internal-server-error';

test('gift purchases are limited by burst and by rate per account', async () => {
  const { buy, pass } = service();
  expect(await buy(GIFTS_BURST + 2)).toEqual([...Array(GIFTS_BURST).fill(TRIED), 'rate', 'rate']);
  expect(await buy(1, 6)).toEqual([TRIED]);
  pass(1_000);
  expect(await buy(GIFTS_PER_SECOND + 1)).toEqual([...Array(GIFTS_PER_SECOND).fill(TRIED), 'rate']);
});

test('a request without a device, or from another domain, buys nothing', async () => {
  const { buy } = service();
  expect(await buy(1, 5, 'u_5@test')).toEqual(['bad-request']);
  expect(await buy(1, 5, 'u_5@elsewhere/device')).toEqual(['bad-request']);
  expect(await buy(1, 5, 'hub.test/device')).toEqual(['bad-request']);
});

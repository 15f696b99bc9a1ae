import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { item, syncBody } from '../../../contract/analytics/wire.ts';
import { requestBody } from '../../../contract/api/envelope.ts';
import { externalId, externalIdOrEmpty } from '../../../contract/external-id.ts';
import { GOOD_IDS, HOSTILE_IDS } from '../../harness/hostile/hostile-ids.ts';
import { asSchema, NO_IDS, requestTexts, type Schema, textsIn } from '../../harness/texts/schema-texts.ts';

const GRAMMARS = [externalId, externalIdOrEmpty].map((schema) => asSchema(schema).pipe?.at(-1)?.requirement);
const isOfGrammar = (schema: Schema): boolean =>
  (schema.pipe ?? []).some((step) => GRAMMARS.includes(step.requirement) || isOfGrammar(asSchema(step)));

test('every text parameter of a request either has the id grammar or is listed as free text', () => {
  const all = [
    ...textsIn(asSchema(requestBody), 'body'),
    ...requestTexts,
    ...textsIn(asSchema(syncBody), 'collected'),
    ...textsIn(asSchema(item), 'collected'),
  ];
  const ids = all.filter(([, schema]) => isOfGrammar(schema));
  const unknown = all
    .filter(([path, schema]) => !isOfGrammar(schema) && !NO_IDS.some(([known]) => known.test(path)))
    .map(([path]) => path);
  expect(unknown).toEqual([]);
  expect(ids.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      'body.deviceInfo.androidId',
      'body.deviceInfo.webUuid',
      'login.openId',
      'report.mid',
      'report.messages[].id',
      'callRating.sid',
      'unlockMessage.lockId',
      'createOrder.cardId',
      'createOrder.scene.sid',
      'payOrderStatus.orderId',
      'endSession.id',
      'myData.exportId',
      'stories.seen.storyId',
      'consent.id',
      'consent.erase',
      'attribution.adid',
      'collected.#app_id',
      'collected.#distinct_id',
      'collected.#uuid',
    ]),
  );
  // Each refuses every hostile id with the same message.
  for (const [path, schema] of ids) {
    for (const id of HOSTILE_IDS) {
      const parsed = safeParse(schema as never, id) as { issues?: readonly { message: string }[] };
      expect([path, id, parsed.issues?.[0]?.message]).toEqual([path, id, 'is not a valid id']);
    }
  }
  expect(GOOD_IDS.every((id) => safeParse(externalId, id).success)).toBe(true);
});

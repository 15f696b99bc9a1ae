import { safeParse } from 'valibot';
import { expect, test } from 'vitest';
import { item, syncBody } from '../../../contract/analytics/wire.ts';
import { requestBody } from '../../../contract/api/envelope.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { externalId, externalIdOrEmpty } from '../../../contract/external-id.ts';
import { GOOD_IDS, HOSTILE_IDS } from '../../harness/hostile-ids.ts';
import { asSchema, type Schema, textsIn } from '../../harness/schema-texts.ts';

const GRAMMARS = [externalId, externalIdOrEmpty].map((schema) => asSchema(schema).pipe?.at(-1)?.requirement);
const isOfGrammar = (schema: Schema): boolean =>
  (schema.pipe ?? []).some((step) => GRAMMARS.includes(step.requirement) || isOfGrammar(asSchema(step)));

/** Texts that are not ids, by the end of their path. */
const NO_IDS: readonly [RegExp, string][] = [
  [/^body\.(deviceInfo|clientInfo)\./, 'facts of a device or build, which nothing is found or stored by'],
  [/^savePayoutAccount\.(holder|number)$/, 'a name and a bank account, which nothing is found by'],
  [/\.(jid|targetJid|targetJid\[\])$/, 'an address, compared or parsed as one'],
  [
    /\.(token|vcToken|ticket|credential|nonce|passwd|current|seal|code|fcmToken|digits|registration|assertion|passkey)$/,
    'a secret or what is signed',
  ],
  [/\.(cursor)$/, 'a place in a list, parsed by its list'],
  [
    /\.(bDay|country|lang|language|tel|email|gender|avatarUrl|albums\[\]|videoUrl|thumbnail|url|textHash|zone|closedCountries\[\])$/,
    'has a form of its own',
  ],
  [/\.savedReplies\[\]$/, 'words'],
  [/^findAnchors\.name$/, 'words that are compared with names'],
  [/\.(nickName|about|address|note|body|x|sourceText(\[\])?)$/, 'words'],
  [/^attribution\.(tracker_token|tracker_name|network|campaign|adgroup|creative|click_label)$/, 'words of a campaign'],
  [/\.scene\.(source|root|step)$/, 'words of ours'],
  [/^collected\.(#time|#account_id|#event_name)$/, 'has a form of its own'],
];

test('every text parameter of a request either has the id grammar or is listed as free text', () => {
  const all = [
    ...textsIn(asSchema(requestBody), 'body'),
    ...Object.entries(endpoints).flatMap(([name, { input }]) => textsIn(asSchema(input), name)),
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

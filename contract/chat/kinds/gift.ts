import { boolean, object, optional, pipe, regex, string } from 'valibot';
import { GIFT_COUNT_MAX, GIFT_PRICE_MAX_GEMS } from '../../gifts/rules.ts';
import { plainText } from '../../xml/characters.ts';
import { defineKind } from './kind.ts';
import { attrsOf, giftId, KIND_NS, label, numberIn, stanzaId, uid, whole } from './shapes.ts';

const MAX_TOTAL = 1_000_000;

/**
 * Message kind `gift` (type 13): a paid gift. Only the gift service sends it, to both sides under one stanza id. `total`: gifts of the
 * whole combo; `ask`: stanza id of the gift request that it fulfils.
 */
export const gift = defineKind({
  type: 13,
  kind: 'gift',
  sentBy: 'gift',
  isNews: true,
  category: 'gift',
  startsAs: 'success',
  schema: object({
    id: giftId,
    type: whole(1, 3),
    gemsPrice: whole(1, GIFT_PRICE_MAX_GEMS),
    tabId: whole(1, 4),
    priority: whole(0, 999),
    title: label(60),
    iconUrl: pipe(string(), regex(/^(?:\/gifts\/[a-z0-9-]{1,40}\.webp)?$/)),
    isActive: boolean(),
    /** Bits: 1 chat, 2 call, 4 match, 8 profile. */
    showArea: whole(0, 15),
    op: stanzaId,
    count: whole(1, GIFT_COUNT_MAX),
    total: whole(1, MAX_TOTAL),
    combo: stanzaId,
    from: uid,
    to: uid,
    ask: optional(stanzaId),
  }),
  write: ({ title, isActive, id, type, gemsPrice, tabId, priority, iconUrl, showArea, ...sale }, build) => {
    const { op, count, total, combo, from, to, ask } = sale;
    const row = { id, type, gemsPrice, tabId, priority, title: plainText(title), iconUrl, showArea };
    const attrs = { ...row, isActive: isActive ? 1 : 0, op, count, total, combo, from, to, ask };
    return { body: '', children: [build('gift', { xmlns: KIND_NS, ...attrs })] };
  },
  read(_body, x) {
    const { id, title = '', iconUrl = '', isActive, op, combo, ask, ...numbers } = attrsOf(x, 'gift');
    const { type, gemsPrice, tabId, priority, showArea, count, total, from, to } = numbers;
    return {
      id,
      title: plainText(title),
      iconUrl,
      isActive: isActive === '1',
      op,
      combo,
      type: numberIn(type),
      gemsPrice: numberIn(gemsPrice),
      tabId: numberIn(tabId),
      priority: numberIn(priority),
      showArea: numberIn(showArea),
      count: numberIn(count),
      total: numberIn(total),
      from: numberIn(from),
      to: numberIn(to),
      ...(ask !== undefined && { ask }),
    };
  },
  about: ({ from, to }, self) => (self === from ? to : self === to ? from : undefined),
  answers: ({ ask }) => ask,
});

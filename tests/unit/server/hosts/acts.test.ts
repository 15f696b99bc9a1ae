import { describe, expect, test } from 'vitest';
import { isSticker } from '../../../../contract/chat/stickers.ts';
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts';
import {
  type Act,
  afterAct,
  afterNo,
  type ConversationProgress,
  type CostlyAct,
  FIRST_ACTS,
  isCostly,
  isNoToCosts,
  mayAsk,
  NO_PROGRESS,
  nextAct,
} from '../../../../demo/hosts/acts.ts';
import { seededChance } from '../../../../demo/hosts/chance.ts';
import { wordsOf } from '../../../../demo/hosts/phrases.ts';
import type { ReceivedMessage } from '../../../../demo/hosts/received-message.ts';
import { type ReplyPorts, replyTo } from '../../../../demo/hosts/reply.ts';

const ALL: readonly Act[] = ['words', 'sticker', 'voice', 'question', 'picture', 'locked', 'wish', 'invite'];
const words = wordsOf('en');

test('the first answers to a user include every act, and no two in a row cost gems', () => {
  expect(new Set(FIRST_ACTS)).toEqual(new Set(ALL));
  for (const [at, act] of FIRST_ACTS.entries())
    expect(isCostly(act) && isCostly(FIRST_ACTS[at + 1] ?? 'words')).toBe(false);
});

test('every act occurs in 10,000 answers, and a paid act at most once a day, never twice in a row, and not after a refusal', () => {
  const chance = seededChance(7);
  let turns: ConversationProgress = NO_PROGRESS;
  let now = 0;
  let before: Act | undefined;
  let noAt = Number.NEGATIVE_INFINITY;
  const last = new Map<CostlyAct, number>();
  const count = new Map<Act, number>();
  for (let n = 0; n < 10_000; n += 1) {
    now += Math.floor(chance() * HOUR_MS);
    if (isNoToCosts(turns) && chance() < 0.2) {
      turns = afterNo(turns, now);
      noAt = now;
    }
    const act = nextAct(turns, now, chance);
    if (isCostly(act)) {
      expect(before !== undefined && isCostly(before)).toBe(false);
      expect(now - (last.get(act) ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(DAY_MS);
      expect(now - noAt).toBeGreaterThanOrEqual(DAY_MS);
      last.set(act, now);
    }
    count.set(act, (count.get(act) ?? 0) + 1);
    turns = afterAct(turns, act, now);
    before = act;
  }
  for (const act of ALL) expect(count.get(act), act).toBeGreaterThan(20);
});

test('the same seed gives the same sequence of acts', () => {
  const walk = (seed: number) => {
    const chance = seededChance(seed);
    let turns = NO_PROGRESS;
    return Array.from({ length: 100 }, (_, n) => {
      const act = nextAct(turns, n * 60_000, chance);
      turns = afterAct(turns, act, n * 60_000);
      return act;
    });
  };
  expect(walk(1)).toEqual(walk(1));
  expect(walk(1)).not.toEqual(walk(2));
});

test('a refusal applies to a paid act only soon after the request', () => {
  let turns = afterAct(NO_PROGRESS, 'words', 0);
  expect(isNoToCosts(turns)).toBe(false);
  turns = afterAct(turns, 'locked', 0);
  expect(isNoToCosts(turns)).toBe(true);
  turns = afterAct(afterAct(turns, 'words', 0), 'words', 0);
  expect(isNoToCosts(turns)).toBe(false);
  expect(mayAsk(turns, 'wish', 0)).toBe(true);
});

describe('answers of a demo host', () => {
  /** A conversation: the user's texts and the host's answers. */
  function talk(over: Partial<ReplyPorts> = {}) {
    const uploaded: string[] = [];
    const ports: ReplyPorts = {
      chance: seededChance(3),
      media: {
        async urlOf(file) {
          uploaded.push(file);
          return `/media/p/${'0'.repeat(32)}`;
        },
      },
      readGiftBudget: async () => ({ mayAsk: true, gifts: ['rose'] }),
      isFree: () => true,
      now: () => 1,
      ...over,
    };
    let turns = NO_PROGRESS;
    return {
      uploaded,
      async say(said: string | ReceivedMessage) {
        const heard: ReceivedMessage = typeof said === 'string' ? { kind: 'text', text: said } : said;
        const { payloads, act, turns: next } = await replyTo({ uid: 5, lang: 'en', heard, turns, last: '' }, ports);
        turns = act === undefined ? next : afterAct(next, act, 1);
        return payloads;
      },
    };
  }
  const lines = Array.from({ length: FIRST_ACTS.length + 1 }, (_, n) => `Today I saw ${n} birds`);
  const kinds = async (host: ReturnType<typeof talk>, said: readonly string[] = lines) => {
    const all: string[] = [];
    for (const line of said) for (const payload of await host.say(line)) all.push(payload.kind);
    return all;
  };

  test('a demo host answers a dozen texts with every kind that hosts send, and with pictures from local files', async () => {
    const host = talk();
    const met = new Set(await kinds(host));
    expect([...met].sort()).toEqual(
      ['ask_gift', 'audio', 'image', 'invite_video', 'question_answer', 'sticker', 'text'].sort(),
    );
    expect(host.uploaded).toEqual(['voice', 'album', 'message']);
  });

  test('a demo host requests no gift when the balance reaches none, and does not invite during a call', async () => {
    const met = await kinds(talk({ readGiftBudget: async () => ({ mayAsk: true, gifts: [] }), isFree: () => false }));
    expect(met).not.toContain('ask_gift');
    expect(met).not.toContain('invite_video');
  });

  test('a demo host does no paid act when the server forbids it or cannot be reached', async () => {
    for (const readGiftBudget of [
      async () => ({ mayAsk: false, gifts: ['rose'] }),
      async () => {
        throw new Error('no answer');
      },
    ]) {
      const host = talk({ readGiftBudget });
      const met = await kinds(host);
      expect(met).not.toContain('ask_gift');
      expect(met).not.toContain('invite_video');
      expect(host.uploaded).toEqual(['voice', 'album']);
    }
  });

  test('a demo host may ask for gems again at once when the query of the budget failed, and after a day when it was refused', async () => {
    const answer = (readGiftBudget: ReplyPorts['readGiftBudget']) => {
      const turns = { ...NO_PROGRESS, taken: FIRST_ACTS.indexOf('wish') };
      const ports = {
        chance: seededChance(3),
        media: { urlOf: async () => '' },
        readGiftBudget,
        isFree: () => true,
        now: () => 1,
      };
      return replyTo(
        { uid: 5, lang: 'en', heard: { kind: 'text', text: 'Today I saw birds' }, turns, last: '' },
        ports,
      );
    };
    const failed = await answer(() => Promise.reject(new Error('no answer')));
    const refused = await answer(async () => ({ mayAsk: false, gifts: [] }));
    expect([failed.act, mayAsk(failed.turns, 'wish', 2)]).toEqual(['words', true]);
    expect([refused.act, mayAsk(refused.turns, 'wish', 2)]).toEqual(['words', false]);
  });

  test('a demo host accepts the refusal of a paid act kindly, and requests nothing afterwards', async () => {
    const host = talk();
    const until = FIRST_ACTS.indexOf('locked') + 1;
    expect(await kinds(host, lines.slice(0, until))).toContain('image');
    const [answer] = await host.say('No, too expensive');
    expect(words.heard.no).toContain(answer && 'body' in answer && answer.body);
    const met = await kinds(host, lines);
    expect(met).not.toContain('ask_gift');
    expect(met).not.toContain('invite_video');
  });

  test('a demo host answers a question about themselves with a text only, and continues the sequence', async () => {
    const host = talk();
    for (let n = 0; n < 3; n += 1) {
      const [only, none] = await host.say('Are you a robot?');
      expect(words.who).toContain(only && 'body' in only && only.body);
      expect(none).toBeUndefined();
    }
    expect((await kinds(host, lines.slice(0, 2))).at(-1)).toBe('sticker');
  });

  test('a demo host continues without pictures when an upload fails', async () => {
    const urlOf = async () => {
      throw new Error('full');
    };
    const met = await kinds(talk({ media: { urlOf } }));
    expect(met).not.toContain('image');
    expect(met).toContain('sticker');
  });

  test('a demo host answers every other kind of message in character', async () => {
    const host = talk();
    const bodyOf = async (heard: ReceivedMessage) => {
      const [payload] = await host.say(heard);
      return payload && 'body' in payload ? payload.body : undefined;
    };
    for (const kind of ['picture', 'clip', 'voice', 'place', 'answer'] as const)
      expect(words.heard[kind]).toContain(await bodyOf({ kind }));
    expect(await host.say({ kind: 'question', id: 'q1' })).toMatchObject([{ kind: 'question_answer', to: 'q1' }]);
    const [sticker] = await host.say({ kind: 'sticker' });
    expect(sticker?.kind === 'sticker' && isSticker(sticker.id)).toBe(true);
  });
});

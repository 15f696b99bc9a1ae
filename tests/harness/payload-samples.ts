import type { Payload, PayloadKind } from '../../contract/chat/payload.ts';

const MEDIA = '0123456789abcdef0123456789abcdef';
const BLUR = 'data:image/webp;base64,UklGRhoAAABXRUJQ';
const ID = 'V1StGXR8_Z5jdHi6B-myT';
const open = { payNeed: false, payPrice: 0, lockId: '' } as const;
const locked = { payNeed: true, payPrice: 30, lockId: 'lock-5jdHi6B-myT-0001' } as const;
export const picture = { url: `/media/p/${MEDIA}`, thumb: `/media/p/${MEDIA}`, w: 1_280, h: 960, blur: BLUR };
const lockedPicture = { url: '', thumb: '', w: 1_280, h: 960, blur: BLUR };
const clip = { url: `/media/p/${MEDIA}`, thumbUrl: `/media/p/${MEDIA}`, w: 480, h: 640, ms: 14_000, blur: BLUR };

/** Sample payloads of each kind in server form, between the users `u_5` and `u_6`; the plainest first. */
export const PAYLOADS: { readonly [K in PayloadKind]: readonly Extract<Payload, { readonly kind: K }>[] } = {
  text: [
    { kind: 'text', body: 'hello' },
    { kind: 'text', body: 'hola', said: { lang: 'en', text: 'hello' } },
  ],
  call: [
    {
      kind: 'call',
      sid: ID,
      caller: 5,
      callee: 6,
      startTime: 0,
      connectingTime: 0,
      endTime: 0,
      reason: '',
      rejectType: '',
    },
  ],
  location: [
    { kind: 'location', lat: 52.52, lon: 13.4, acc: 1_000, name: 'Berlin' },
    { kind: 'location', lat: -90, lon: 180, acc: 40_000_000, name: '' },
  ],
  image: [
    { kind: 'image', items: [picture], body: '', ...open },
    { kind: 'image', items: [picture, { ...picture, blur: '' }], body: 'on the beach', ...open },
    { kind: 'image', items: [lockedPicture], body: 'for you', ...locked },
  ],
  audio: [{ kind: 'audio', url: `/media/p/${MEDIA}`, ms: 14_200, wave: '0123456789abcdef'.repeat(3), played: false }],
  video: [
    { kind: 'video', ...clip, body: '' },
    { kind: 'video', ...clip, ms: 60_500, body: 'look' },
  ],
  system: [
    { kind: 'system', key: 'givenBack', args: { of: ID, gems: '30' }, about: 5 },
    { kind: 'system', key: 'opened', args: { lock: locked.lockId, of: ID, gems: '30' }, about: 5 },
  ],
  sticker: [{ kind: 'sticker', id: 'fox/call-me', name: 'A fox at the phone' }],
  friends_request: [{ kind: 'friends_request', about: 5, body: 'We talked yesterday' }],
  gift: [
    {
      kind: 'gift',
      id: 'rose',
      type: 1,
      gemsPrice: 10,
      tabId: 1,
      priority: 3,
      title: 'Rose',
      iconUrl: '/gifts/rose-96.webp',
      isActive: true,
      showArea: 15,
      op: ID,
      count: 3,
      total: 5,
      combo: ID,
      from: 5,
      to: 6,
      ask: ID,
    },
  ],
  short_video: [
    { kind: 'short_video', ...clip, body: '', ...open },
    { kind: 'short_video', ...clip, url: '', thumbUrl: '', body: 'for you', ...locked },
  ],
  invite_video: [{ kind: 'invite_video', until: 1_773_489_600_000 }],
  manager_text: [{ kind: 'manager_text', body: 'We looked at it.', by: 'Ina' }],
  ask_gift: [{ kind: 'ask_gift', giftId: 'rose', giftPrice: 10, body: 'please', isSend: false }],
  image_with_gift: [
    { kind: 'image_with_gift', items: [lockedPicture], lockId: locked.lockId, giftId: 'rose', giftPrice: 10 },
  ],
  official_message: [
    { kind: 'official_message', key: 'welcome', args: {}, body: '' },
    {
      kind: 'official_message',
      key: 'purchase',
      args: { gems: '100' },
      body: 'Thank you',
      picture: `/media/${MEDIA}`,
      route: 'paymenthistory',
    },
  ],
  violate_rule: [
    { kind: 'violate_rule', rule: 'porn-words', id: ID, count: 1, about: 5 },
    { kind: 'violate_rule', rule: 'locked', count: 3, until: 1_773_489_600_000 },
  ],
  maintenance: [
    { kind: 'maintenance', id: 'm-1', state: 'planned', from: 1_773_489_600_000, until: 1_773_493_200_000 },
  ],
  question_answer: [
    { kind: 'question_answer', q: 16, body: '', options: [] },
    { kind: 'question_answer', body: 'Tea or coffee?', options: ['Tea', 'Coffee'] },
    { kind: 'question_answer', to: ID, choice: 1, body: '', options: [] },
  ],
  retraction: [{ kind: 'retraction', of: ID }],
  reaction: [
    { kind: 'reaction', of: ID, emoji: ['👍🏽', '❤️'] },
    { kind: 'reaction', of: ID, emoji: [] },
  ],
  correction: [{ kind: 'correction', of: ID, body: 'Six o’clock' }],
  story_line_call: [{ kind: 'story_line_call', story: 's12', step: 1, steps: 6, cover: `/media/${MEDIA}`, about: 5 }],
  attribution_refresh: [{ kind: 'attribution_refresh' }],
  add_friend_msg: [{ kind: 'add_friend_msg', about: 5 }],
};

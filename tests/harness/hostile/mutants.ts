import xml, { type Element } from '@xmpp/xml';
import { writeMessage } from '../../../contract/chat/message.ts';
import { type Payload, writePayload, writeSent } from '../../../contract/chat/payload.ts';

/** Pseudo-random numbers in [0, 1), the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const VALUES = [
  '',
  '0',
  '-1',
  '1.5',
  '1e9',
  'NaN',
  ' 1',
  '00',
  '9'.repeat(30),
  'null',
  'true',
  '\n',
  '\u{1f4a5}',
  '\'"<>&',
  'u_1',
  '../../..',
  'javascript:x',
  '/media/p/',
  `/media/p/${'a'.repeat(32)}`,
  'a'.repeat(32),
  'A'.repeat(21),
  'rose',
  'fox/hug',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '\u202e',
  '\u0000',
  '\ufffe',
];
const NAMES = [
  'item',
  'pay',
  'lock',
  'wish',
  'geo',
  'said',
  'ask',
  'answer',
  'option',
  'say',
  'args',
  'gift',
  'sticker',
  'x',
  'body',
];
const TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 10, 13, 16, 17, 18, 19, 20, 21, 22, 23, 36, 46, 100, 401, 999];

type Node = Element | string;
const isElement = (node: Node): node is Element => typeof node !== 'string';
const copyOf = ({ name, attrs, children }: Element): Element =>
  xml(name, { ...attrs }, ...children.map((child) => (isElement(child) ? copyOf(child) : String(child))));
const allOf = (element: Element): Element[] => [element, ...element.getChildElements().flatMap(allOf)];

const made = { told: new WeakMap<Payload, Element>(), sent: new WeakMap<Payload, Element>() };
function wholeOf(payload: Payload, form: 'told' | 'sent'): Element {
  const known = made[form].get(payload);
  if (known) return known;
  const whole = writeMessage(
    {
      id: 'm1',
      to: 'u_6@localhost',
      from: 'u_5@localhost/tab',
      thread: '',
      os: '',
      pkgName: '',
      nick: '',
      textAction: '',
      payload,
    },
    form === 'told' ? writePayload : writeSent,
  );
  made[form].set(payload, whole);
  return whole;
}

/** A message with this payload, in server or client form, with one to four random defects. */
export function mutantOf(payload: Payload, form: 'told' | 'sent', random: () => number): Element {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const stanza = copyOf(wholeOf(payload, form));
  for (let wrong = Math.floor(random() * 4); wrong >= 0; wrong -= 1) {
    const element = pick(allOf(stanza));
    const names = Object.keys(element.attrs);
    switch (Math.floor(random() * 8)) {
      case 0:
      case 1:
      case 2:
        if (names.length > 0) element.attrs[pick(names)] = pick(VALUES);
        break;
      case 3:
        if (names.length > 0) delete element.attrs[pick(names)];
        break;
      case 4:
        if (element.children.length > 0) element.children.splice(Math.floor(random() * element.children.length), 1);
        break;
      case 5:
        element.append(copyOf(pick(allOf(stanza))));
        break;
      case 6:
        element.append(xml(pick(NAMES), { xmlns: 'urn:gemcall:kind:1', id: pick(VALUES) }, pick(VALUES)));
        break;
      default: {
        const x = stanza.getChild('x');
        if (random() < 0.5 || !x) element.children = [pick(VALUES)];
        else x.attrs['type'] = String(pick(TYPES));
      }
    }
  }
  return stanza;
}

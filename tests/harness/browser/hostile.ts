import fc from 'fast-check';
import { hubActions } from '../../../contract/calls/hub.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { DOMAIN } from '../servers/xmpp-server.ts';

/** Generators of inputs with which an attacker could try to make the server fail. */

const elements = fc.constantFrom(
  'message',
  'iq',
  'presence',
  'body',
  'x',
  'a:b',
  'result',
  'forwarded',
  'query',
  'bind',
  'error',
);
const spaces = fc.constantFrom(
  '',
  "xmlns='jabber:client'",
  "xmlns='urn:gemcall:message:1'",
  "xmlns:a='jabber:client'",
  "xmlns='urn:xmpp:mam:2'",
  "xmlns=''",
  "xmlns:xml='urn:x'",
);
const attributes = fc.constantFrom(
  '',
  "type='chat'",
  "type='0'",
  "type='set' id='1'",
  `to='u_2@${DOMAIN}' id='i'`,
  "to='&#10;'",
  "a:type='chat'",
  "__proto__='x'",
  "id='a' id='b'",
  "id='&lt;evil/&gt;'",
);
const leaf = fc.constantFrom(
  '',
  'text',
  '&lt;raw/&gt;',
  '<![CDATA[<evil/>]]>',
  '&#0;',
  '&#xD;',
  ']]>',
  '<!---->',
  '<?p?>',
  '&x;',
  '\u0000',
  '\uD800',
);
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    leaf,
    fc
      .tuple(elements, spaces, attributes, fc.array(tie('tree'), { maxLength: 4 }))
      .map(([name, space, attribute, children]) => `<${name} ${space} ${attribute}>${children.join('')}</${name}>`),
  ),
}));
/** A well-formed stanza with hostile content, or the same with a piece cut out. */
export const hostileFrame = fc
  .tuple(fc.constantFrom('message', 'iq', 'presence'), attributes, tree, fc.nat(400), fc.nat(400), fc.boolean())
  .map(([name, attribute, inner, from, length, whole]) => {
    const frame = `<${name} xmlns='jabber:client' ${attribute}>${inner}</${name}>`;
    return whole ? frame : frame.slice(0, from) + frame.slice(from + (length % 20));
  });

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\u0000', '\uffff', '\ud800', '\u202e', '__proto__', "'; drop table account; --", '1e309'),
);
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -1, 9001, 2 ** 53, -0));
const fields = fc.constantFrom(
  'uid',
  'targetUid',
  'callee',
  'kind',
  'action',
  'reason',
  'note',
  'mid',
  'cursor',
  'limit',
  'nickName',
  'about',
  'tel',
  'albums',
  'videos',
  'settings',
  'source',
  'root',
  'signal',
  'filter',
  'since',
  'flowing',
  'stars',
  'sid',
);
const leafValue = fc.oneof(
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom('paid', 'like', 'spam', 'en'),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leafValue,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fields, text), tie('value'), { maxKeys: 5 }),
  ),
}));
const data = fc.oneof(fc.dictionary(fields, value, { maxKeys: 6 }), value);

/** Logout is excluded: all later calls would be unauthorized. */
const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => name !== 'logout');
/** A call of the API. `cut`: number of characters after which the body ends; null: it is whole. */
export const hostileCall = fc.record({ name: fc.constantFrom(...names), data, cut: fc.option(fc.nat(2_000)) });

/** Name and JSON of a hub action. */
export const hostileAction = fc.record({
  name: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(hubActions)) },
    fc.constantFrom('x', '', 'toString'),
  ),
  sid: fc.constantFrom('', 's'.repeat(21), '../..'),
  data,
});

const heads = ['ffd8ffe000104a46', '89504e470d0a1a0a', '52494646ffffffff57454250', '0000002066747970', '1a45dfa3', ''];
/** Fields of an upload form. */
export const hostileFile = fc.record({
  field: fc.constantFrom('file', 'file', 'file', 'token', ''),
  filename: fc.constantFrom(`${'a'.repeat(32)}.jpg`, `${'a'.repeat(32)}.mp4`, '../../x', '\u0000', ''),
  bytes: fc
    .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 600 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'hex'), rest])),
});

import { expect, test } from 'vitest';
import { cutStanzas } from '../../../../server/platform/edge/stanza-cutter.ts';

const STREAM =
  "<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams' id='a>b' from='localhost' version='1.0'>" +
  "<stream:features><bind xmlns='urn:b'/></stream:features>" +
  "<message from='u_1@localhost' id='1 > 0'><body>a &lt; b</body><x xmlns='urn:x' v=\"'>'\"/></message> \n" +
  "<r xmlns='urn:xmpp:sm:3'/><presence/><iq type='result' id='2'/></stream:stream>";
const FRAMES = [
  "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' id='a>b' from='localhost' version='1.0'/>",
  "<stream:features xmlns:stream='http://etherx.jabber.org/streams'><bind xmlns='urn:b'/></stream:features>",
  "<message xmlns='jabber:client' from='u_1@localhost' id='1 > 0'><body>a &lt; b</body><x xmlns='urn:x' v=\"'>'\"/></message>",
  "<r xmlns='urn:xmpp:sm:3'/>",
  "<presence xmlns='jabber:client'/>",
  "<iq xmlns='jabber:client' type='result' id='2'/>",
  "<close xmlns='urn:ietf:params:xml:ns:xmpp-framing'/>",
];

test.each([1, 2, 3, 7, 64, STREAM.length])(
  'a stream split into pieces of %i characters yields the same frames',
  (size) => {
    const frames: string[] = [];
    const cut = cutStanzas((frame) => frames.push(frame));
    for (let at = 0; at < STREAM.length; at += size) cut(STREAM.slice(at, at + size));
    expect(frames).toEqual(FRAMES);
  },
);

test('a stanza without an end is not buffered without a limit', () => {
  const cut = cutStanzas(() => undefined);
  cut('<stream:stream><message>');
  expect(() => cut('x'.repeat(1_048_577))).toThrow('without end');
});

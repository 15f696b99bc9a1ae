import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawClient } from '../harness/raw-client.ts';
import { startRecordingServer } from '../harness/servers/recording-server.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';

let server: Awaited<ReturnType<typeof startRecordingServer>>;
let ann: RawClient;
beforeAll(async () => {
  server = await startRecordingServer();
  ann = await server.user(901);
});
afterAll(() => server.close());

/** Sends an IQ with this payload and returns the text that reaches the XMPP server. */
async function passedOn(type: 'get' | 'set', id: string, payload: string): Promise<string> {
  ann.send(`<iq xmlns='jabber:client' type='${type}' id='${id}'>${payload}</iq>`);
  await expect.poll(() => server.texts.some((text) => text.includes(id)), { interval: 5 }).toBe(true);
  return server.texts.find((text) => text.includes(id)) ?? '';
}

test('only known fields of a card are forwarded, and a card query is forwarded without content', async () => {
  const card = `<FN>Ann</FN><PHOTO><BINVAL>AAAA</BINVAL></PHOTO><evil xmlns='urn:evil'>x</evil><DESC about='x'>words<b/></DESC>`;
  expect(await passedOn('set', 'a-card', `<vCard xmlns='vcard-temp' version='x'>${card}</vCard>`)).toBe(
    '<iq type="set" id="a-card" to="gate@n1.localhost/u_901" xmlns="jabber:client"><vCard xmlns="vcard-temp"><FN>Ann</FN><NICKNAME>Ann</NICKNAME>' +
      '<DESC>words</DESC></vCard></iq>',
  );
  expect(await passedOn('get', 'a-question', `<vCard xmlns='vcard-temp'>${card}</vCard>`)).toBe(
    '<iq type="get" id="a-question" to="gate@n1.localhost/u_901" xmlns="jabber:client"><vCard xmlns="vcard-temp"/></iq>',
  );
});

test('only the addresses of a block are forwarded', async () => {
  const item = `<item jid='u_5@${DOMAIN}' action='deny'><evil/></item>`;
  expect(await passedOn('set', 'a-block', `<block xmlns='urn:xmpp:blocking' evil='x'>${item}</block>`)).toBe(
    `<iq type="set" id="a-block" to="gate@n1.${DOMAIN}" xmlns="jabber:client"><block xmlns="urn:xmpp:blocking"><item jid="u_5@${DOMAIN}"/></block></iq>`,
  );
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { passKeyOf, passSigner } from '../../../server/platform/realtime/pass.ts';
import type { Product } from '../../harness/browser/product.ts';
import { readTable, storedTexts } from '../../harness/browser/rows.ts';
import { logOf, say, startChat } from '../../harness/chat.ts';
import { openRaw, signIn as signInRaw } from '../../harness/raw-client.ts';
import { signIn, test } from '../base.ts';

const VICTIM = 100001;
const FRIEND = 9004;
const ATTACKER = 9005;
const PRIVILEGED = [5, 18, 21, 22, 23, 46, 100, 401];
const CARBONS = 'urn:xmpp:carbons:2';
const ARCHIVE = 'urn:xmpp:mam:2';

test.use({ ownProduct: true });

/** Prosody's own WebSocket. It listens on loopback only, and the edge, which would refuse these stanzas, is not in front of it. */
function prosodyUrl(product: Product): string {
  const config = readFileSync(join(product.dataDir, 'prosody', 'prosody.cfg.lua'), 'utf8');
  return `ws://127.0.0.1:${/http_ports = \{ (\d+) \}/.exec(config)?.[1]}/xmpp-websocket`;
}

const chat = (from: string, to: string, id: string, body: string, type = 0, more = '') =>
  `<message xmlns='jabber:client' type='chat' id='${id}' from='${from}' to='${to}'><body>${body}</body>${more}` +
  `<x xmlns='urn:gemcall:message:1' type='${type}' os='' pkgName='' nick='Friend' version='1'/></message>`;

const forwarded = (inner: string) =>
  `<forwarded xmlns='urn:xmpp:forward:0'><delay xmlns='urn:xmpp:delay' stamp='2026-01-01T00:00:00Z'/>${inner}</forwarded>`;

test('forged carbons, archive results, replies, types, threads and ids change nothing when an attacker is directly on the XMPP server', {
  tag: '@desk',
}, async ({ page, product }) => {
  await signIn(page, VICTIM);
  await startChat(page, String(FRIEND));
  await say(page, 'a true word');
  await expect(logOf(page).getByText('a true word')).toBeVisible();
  const victim = `u_${VICTIM}@localhost`;
  const friend = `u_${FRIEND}@localhost`;
  const { stanzaId, resource } = await readVictim(page);

  const attacker = await openRaw(prosodyUrl(product));
  const signPass = passSigner(passKeyOf(product.dataDir), 'localhost');
  await signInRaw(attacker, { user: `u_${ATTACKER}`, token: await signPass(ATTACKER), domain: 'localhost' });
  const self = `u_${ATTACKER}@localhost`;
  const send = (content: string, to = victim) =>
    attacker.send(`<message xmlns='jabber:client' type='chat' to='${to}' id='outer'>${content}</message>`);

  for (const direction of ['sent', 'received']) {
    const [from, to] = direction === 'sent' ? [victim, friend] : [friend, victim];
    send(
      `<${direction} xmlns='${CARBONS}'>${forwarded(chat(from, to, `c-${direction}`, 'FORGED carbon'))}</${direction}>`,
    );
  }
  for (const queryId of ['', 'guess', stanzaId]) {
    send(
      `<result xmlns='${ARCHIVE}' queryid='${queryId}' id='1'>${forwarded(chat(friend, victim, 'a1', 'FORGED archive'))}</result>`,
    );
  }
  for (const type of PRIVILEGED) attacker.send(chat(self, victim, `p${type}`, 'FORGED privilege', type));
  for (const type of ['result', 'error']) {
    attacker.send(
      `<iq xmlns='jabber:client' type='${type}' id='${stanzaId}' to='${victim}/${resource}'><fin xmlns='${ARCHIVE}' complete='true'/></iq>`,
    );
  }
  // An error for the victim's own message, and a displayed marker from a user who never received it.
  attacker.send(
    `<message xmlns='jabber:client' type='error' id='${stanzaId}' to='${victim}'><error type='cancel'><forbidden xmlns='urn:ietf:params:xml:ns:xmpp-stanzas'/></error></message>`,
  );
  attacker.send(
    `<message xmlns='jabber:client' type='chat' id='m1' to='${victim}'><displayed xmlns='urn:xmpp:chat-markers:0' id='${stanzaId}'/></message>`,
  );
  // Messages that the attacker may send arrive, but only in the attacker's conversation, whatever thread and id they name.
  attacker.send(chat(self, victim, stanzaId, 'HIJACK by id'));
  attacker.send(chat(self, victim, 'h2', 'HIJACK by thread', 0, `<thread>u_${FRIEND}</thread>`));
  attacker.send(chat(self, victim, 'h3', 'HIJACK of the team', 0, '<thread>localOfficial</thread>'));

  // Prosody keeps the order of one sender: once the last message has arrived, all have.
  await expect
    .poll(() => storedTexts(page, `u_${ATTACKER}`))
    .toEqual(['HIJACK by id', 'HIJACK by thread', 'HIJACK of the team']);
  expect(await storedTexts(page, `u_${FRIEND}`)).toEqual(['a true word']);
  expect(await storedTexts(page, 'localOfficial')).toHaveLength(1);
  const rows = await readTable(page, 'chat', 'messages');
  expect(JSON.stringify(rows)).not.toContain('FORGED');
  const own = rows.find((row) => row['mid'] === `u_${VICTIM}/${stanzaId}`);
  expect(own).toMatchObject({ state: 'success', reached: 'none' });
  await expect(logOf(page).getByText('a true word')).toHaveCount(1);
  attacker.cut();
});

async function readVictim(page: Parameters<typeof readTable>[0]) {
  const settled = async () => {
    const row = (await readTable(page, 'chat', 'messages')).find(({ out }) => out === true);
    return row?.['state'] === 'success' ? String(row['mid']) : '';
  };
  await expect.poll(settled).not.toBe('');
  const mid = await settled();
  const stream = (await readTable(page, 'chat', 'sync')).find(({ key }) => key === 'stream');
  return { stanzaId: mid.slice(mid.indexOf('/') + 1), resource: String(stream?.['jid']).split('/')[1] ?? '' };
}

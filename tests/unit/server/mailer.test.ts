import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createMailer } from '../../../server/domains/account/recovery/mailer.ts';

let catcher: SMTPServer;
afterEach(() => new Promise<void>((done) => catcher.close(done)));

/** A mail catcher, and a mailer that sends to it. Refuses recipients at `refused.example`. */
async function mailing() {
  const caught: { readonly recipients: readonly string[]; readonly text: string }[] = [];
  const logged: unknown[] = [];
  catcher = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('@refused.example') ? new Error(`no such user ${address}`) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        caught.push({ recipients: envelope.rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  const listener = catcher.listen(0, '127.0.0.1');
  await new Promise((done) => listener.once('listening', done));
  const { port } = listener.address() as AddressInfo;
  const log = { info: () => undefined, warn: (...line: unknown[]) => void logged.push(line) };
  const place = { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'gemcall <no-reply@gemcall.example>' };
  return { caught, logged, mail: createMailer(place, log) };
}

test('an e-mail reaches its one recipient over SMTP, in any language', async () => {
  const { caught, logged, mail } = await mailing();
  await mail({ to: 'sam@example.org', subject: '12345678 ist dein Code', text: '12345678\n\nGültig für 15 Minuten' });
  expect(logged).toEqual([]);
  expect(caught).toMatchObject([{ recipients: ['sam@example.org'] }]);
  const [{ text } = { text: '' }] = caught;
  expect(text).toContain('From: gemcall <no-reply@gemcall.example>');
  expect(text).toContain('Subject: 12345678 ist dein Code');
  expect(text).toContain('G=C3=BCltig');
});

test('an address that names further recipients sends nothing to them', async () => {
  const { caught, mail } = await mailing();
  await mail({ to: 'sam@example.org, eve@example.org', subject: 'x', text: 'x' });
  expect(caught.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.org');
});

test('a refused e-mail is logged without its recipient', async () => {
  const { logged, mail } = await mailing();
  await mail({ to: 'sam@refused.example', subject: 'x', text: 'x' });
  expect(logged).toMatchObject([[{ code: 'EENVELOPE', responseCode: 550 }, 'failed to send an e-mail']]);
  expect(JSON.stringify(logged)).not.toContain('refused.example');
});

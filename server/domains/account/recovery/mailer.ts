import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../../../platform/log/logger.ts';

/** Destination and sender address of e-mails: an SMTP server, or a folder on this machine that only its operator can read. */
export type MailPlace = { readonly from: string } & ({ readonly smtpUrl: string } | { readonly folder: string });

/** An e-mail of plain text. */
export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Sends one e-mail. It never rejects: a failure is logged, and the user asks again. */
export type Mailer = (mail: Mail) => Promise<void>;

/** Longest time to connect to the SMTP server, and longest silence of it, after which a delivery fails. */
const TIMEOUT_MS = 10_000;
/** Longest duration of a whole delivery, because a server that answers a little at a time never reaches `TIMEOUT_MS`. */
const DELIVERY_MAX_MS = 30_000;
/** E-mails that remain in the folder; older ones are deleted. */
const FOLDER_MAX = 50;

/**
 * Creates the sender of e-mails. It logs codes of an SMTP error only, because its message may quote the recipient and the text. A
 * delivery that lasts longer than `deliveryMaxMs` counts as failed.
 */
export function createMailer(place: MailPlace, log: Logger, deliveryMaxMs: number = DELIVERY_MAX_MS): Mailer {
  const deliver = 'smtpUrl' in place ? bySmtp(place.smtpUrl, place.from) : intoFolder(place.folder, place.from);
  return async (mail) => {
    try {
      await withDeadline(deliver(mail), deliveryMaxMs);
    } catch (error) {
      const { code, responseCode, command } = Object(error);
      log.warn({ code, responseCode, command }, 'failed to send an e-mail');
    }
  };
}

async function withDeadline(delivery: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, failed) => {
    timer = setTimeout(() => failed(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), ms);
  });
  try {
    await Promise.race([delivery, late]);
  } finally {
    clearTimeout(timer);
  }
}

function bySmtp(url: string, from: string): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // The texts need neither files nor addresses of the network.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text }) => {
    // As an object: an address in text may list further recipients.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
  };
}

/** Stores each e-mail in a file, for a demo without an SMTP server. Names sort by time. */
const intoFolder =
  (folder: string, from: string) =>
  async ({ to, subject, text }: Mail) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
    const part = join(folder, `${name}.part`);
    await writeFile(part, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
    await rename(part, join(folder, `${name}.txt`));
    const names = (await readdir(folder)).filter((file) => file.endsWith('.txt')).sort();
    for (const old of names.slice(0, -FOLDER_MAX)) await rm(join(folder, old), { force: true });
  };

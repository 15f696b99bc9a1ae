import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** E-mails to an address in the mail folder of a demo (`MailPlace`), oldest first. */
export function readMails(dataDir: string, address: string): readonly string[] {
  const folder = join(dataDir, 'mail');
  return namesIn(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}\n`));
}

/** The names in a folder; none if it does not exist yet. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The code in an e-mail; '' if it has none. */
export const codeIn = (mail = ''): string => /\n\n(\d{8})\n/.exec(mail)?.[1] ?? '';

import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { renderUnicodeCompact } from 'uqr';
import { hashPassword } from '../../account/passwords.ts';
import { act, Refused } from '../act.ts';
import { operatorName } from '../fields.ts';
import { operatorAccount, operatorSession } from '../tables.ts';
import { codeAddress, newCodeSecret, toBase32 } from '../totp.ts';

const nameLabel = { label: 'Name', hint: 'of who may sign in to the page' } as const;
/** Entropy of a generated password: 120 bits. */
const PASSWORD_BYTES = 15;

/** Generates a password and a TOTP secret, with the text that shows them once. */
async function newKeys(of: string) {
  const password = toBase32(randomBytes(PASSWORD_BYTES)).toLowerCase().match(/.{6}/g)?.join('-') ?? '';
  const codeSecret = toBase32(newCodeSecret());
  const address = codeAddress(of, codeSecret);
  return {
    row: { passwordHash: await hashPassword(password), codeSecret, lastStep: 0, wrongCodes: 0 },
    secret: ['Shown once:', `password: ${password}`, `codes: ${address}`, ...renderUnicodeCompact(address).split('\n')],
  };
}

const add = act({
  name: 'operator add',
  title: 'Add an operator',
  about: 'Makes an account for the page; its password and the secret of its codes are shown once.',
  kind: 'change',
  where: 'command',
  entries: { name: operatorName },
  fields: { name: nameLabel },
  async run(tx, { name: of }) {
    const { row, secret } = await newKeys(of);
    const made = await tx
      .insert(operatorAccount)
      .values({ name: of, ...row })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) throw new Refused(`there is an operator ${of}`);
    return { lines: [`${of} may sign in to the page`], secret };
  },
});

const reset = act({
  name: 'operator reset',
  title: 'Give an operator another password',
  about: 'Another password and other codes, shown once; who is signed in by the old ones is signed out.',
  kind: 'change',
  where: 'command',
  entries: { name: operatorName },
  fields: { name: nameLabel },
  async run(tx, { name: of }) {
    const { row, secret } = await newKeys(of);
    const set = await tx.update(operatorAccount).set(row).where(eq(operatorAccount.name, of)).returning();
    if (set.length === 0) throw new Refused(`there is no operator ${of}`);
    await tx.delete(operatorSession).where(eq(operatorSession.name, of));
    return { lines: [`${of} signs in by another password and other codes`], secret };
  },
});

const remove = act({
  name: 'operator remove',
  title: 'Remove an operator',
  about: 'Nobody signs in to the page by this name any more; who is signed in is signed out.',
  kind: 'change',
  where: 'command',
  entries: { name: operatorName },
  fields: { name: nameLabel },
  async run(tx, { name: of }) {
    const gone = await tx.delete(operatorAccount).where(eq(operatorAccount.name, of)).returning();
    if (gone.length === 0) throw new Refused(`there is no operator ${of}`);
    return { lines: [`${of} does not sign in any more`] };
  },
});

/** Actions on operator accounts, on the command line only: add, reset (new password and codes), remove. */
export const OPERATOR_ACTS = [add, reset, remove] as const;

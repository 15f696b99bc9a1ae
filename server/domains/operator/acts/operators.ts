import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { renderUnicodeCompact } from 'uqr';
import * as v from 'valibot';
import { hashPassword } from '../../account/passwords.ts';
import { readAuthor } from '../../account/site/operator-log.ts';
import { act, Refused } from '../act.ts';
import { choice, operatorName, uid as uidField } from '../fields.ts';
import { DEFAULT_OPERATOR_ROLE, OPERATOR_ROLES } from '../roles.ts';
import { authorOf } from '../sign-in.ts';
import { operatorAccount, operatorSession } from '../tables.ts';
import { codeAddress, newCodeSecret, toBase32 } from '../totp.ts';

const roleLabel = { label: 'Role', shape: { choices: OPERATOR_ROLES } } as const;
const nameLabel = { label: 'Name', hint: 'of the operator who may sign in to the page' } as const;
/** Number of random bytes of a generated password, which are 160 bits: 32 characters of base32. */
const PASSWORD_BYTES = 20;

/** Generates a password and a TOTP secret, with the text that shows them once. */
async function newKeys(of: string) {
  const password = toBase32(randomBytes(PASSWORD_BYTES)).toLowerCase().match(/.{8}/g)?.join('-') ?? '';
  const codeSecret = toBase32(newCodeSecret());
  const address = codeAddress(of, codeSecret);
  return {
    row: { passwordHash: await hashPassword(password), codeSecret, lastStep: 0, wrongCodes: 0 },
    secret: ['Shown once:', `password: ${password}`, `codes: ${address}`, ...renderUnicodeCompact(address).split('\n')],
  };
}

const list = act({
  name: 'operators',
  title: 'Operators',
  about: 'All operators of the page with their roles.',
  kind: 'list',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const all = await tx.select().from(operatorAccount).orderBy(operatorAccount.name);
    return {
      lines: all.map(({ name, teamRole, createdAt, wrongCodes }) => ({
        text: `${name}, ${teamRole}, since ${createdAt.toISOString()}, wrong codes: ${wrongCodes}`,
        next: 'operator role',
        given: { name, role: teamRole },
      })),
    };
  },
});

const add = act({
  name: 'operator add',
  title: 'Add an operator',
  about:
    'Makes an account for the page; its password and the secret of its codes are shown once. Without a role it is support, which may do least.',
  kind: 'change',
  where: 'command',
  entries: { name: operatorName, role: v.optional(choice(OPERATOR_ROLES), DEFAULT_OPERATOR_ROLE) },
  fields: { name: nameLabel, role: roleLabel },
  async run(tx, { name: of, role }) {
    const { row, secret } = await newKeys(of);
    const made = await tx
      .insert(operatorAccount)
      .values({ name: of, teamRole: role, ...row })
      .onConflictDoNothing()
      .returning();
    if (made.length === 0) throw new Refused(`there is an operator ${of}`);
    return { lines: [`${of} may sign in to the page, role: ${role}`], secret };
  },
});

const reset = act({
  name: 'operator reset',
  title: 'Give an operator another password',
  about: 'A new password and new codes, shown once. Sessions with the old ones are signed out.',
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
  about: 'This name can no longer sign in to the page, and its sessions are signed out.',
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

const setRole = act({
  name: 'operator role',
  title: 'Change the role of an operator',
  about:
    'What the operator may see and do on the page, from the next step on. Operators cannot change their own role there.',
  kind: 'change',
  where: 'everywhere',
  entries: { name: operatorName, role: choice(OPERATOR_ROLES) },
  fields: { name: nameLabel, role: roleLabel },
  async run(tx, { name: of, role }, by) {
    if ((await readAuthor(tx, by)) === authorOf(of)) throw new Refused('another admin changes your role');
    const [before] = await tx.select().from(operatorAccount).where(eq(operatorAccount.name, of)).for('update');
    if (!before) throw new Refused(`there is no operator ${of}`);
    await tx.update(operatorAccount).set({ teamRole: role }).where(eq(operatorAccount.name, of));
    return { lines: [`${of}: ${before.teamRole} -> ${role}`] };
  },
});

const setOwnAccount = act({
  name: 'operator account',
  title: 'State the own account of an operator',
  about:
    'The account of the app that the operator uses: they decide on no payout to it. Without a number there is none.',
  kind: 'change',
  where: 'command',
  entries: { name: operatorName, uid: v.optional(uidField) },
  fields: { name: nameLabel, uid: { label: 'Account', hint: 'its number; none if empty' } },
  async run(tx, { name: of, uid: ownUid = null }) {
    const set = await tx.update(operatorAccount).set({ ownUid }).where(eq(operatorAccount.name, of)).returning();
    if (set.length === 0) throw new Refused(`there is no operator ${of}`);
    return { lines: [`own account of ${of}: ${ownUid ?? 'none'}`] };
  },
});

/**
 * Actions on operator accounts: list, change of a role, and on the command line only add, reset (new password and codes), state the own
 * account, remove: an operator of the page who made another account would be the second person too.
 */
export const OPERATOR_ACTS = [list, add, setRole, setOwnAccount, reset, remove] as const;

import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import { decimalOf } from '../../../../contract/payments/money.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { readAuthor } from '../../account/site/operator-log.ts';
import { loadSiteSettings } from '../../account/site/settings.ts';
import { enqueueOfficialMessage } from '../../chat/service-outbox/enqueue.ts';
import { openAccount } from '../../hosting/payouts/account.ts';
import { approvePayout, needsTwoPersons, undoPayout } from '../../hosting/payouts/approval.ts';
import {
  changePayout,
  listPayouts,
  OTHER_ACCOUNT,
  type PayoutRow,
  readTransferState,
  type StripeSide,
} from '../../hosting/payouts/payouts.ts';
import { readYearly } from '../../hosting/payouts/yearly.ts';
import { loadPersonalKey } from '../../hosting/personal-data.ts';
import { payout, payoutTransfer } from '../../hosting/tables.ts';
import { act, Refused } from '../act.ts';
import { uid as uidField, words } from '../fields.ts';
import { oneLine } from '../one-line.ts';
import { findOperator } from '../sign-in.ts';

const LISTED = 500;
const REFERENCE_MAX_CHARS = 140;

const payoutId = v.pipe(v.string(), v.trim(), v.regex(/^[\w-]{21}$/, 'is not a payout'));
const idLabel = { label: 'Payout', hint: 'its id' } as const;
const moneyOf = (row: PayoutRow) => `${decimalOf(row)} ${row.currency}`;
const aboutOf = ({ id, uid }: PayoutRow) => ({ id, uid: String(uid), to: String(uid) });
/** A CSV cell; a leading apostrophe stops a spreadsheet from computing a text that begins like a formula. */
const cell = (text: string | number) =>
  `"${String(text)
    .replace(/^[=+\-@\t\r]/, "'$&")
    .replaceAll('"', '""')}"`;

/** State of the connected account at Stripe, what Stripe needs from the host, and the problem of the transfer, in one line. */
export const stripeWords = ({ account, needs, problem }: StripeSide): string =>
  [`account at Stripe: ${account ?? 'gone'}${needs ? ` (${needs})` : ''}`, ...(problem === '' ? [] : [problem])].join(
    ', ',
  );

const show = act({
  name: 'payout show',
  title: 'Show a payout',
  about: 'The account, the amount and the state of a payout.',
  kind: 'look',
  where: 'everywhere',
  entries: { id: payoutId },
  fields: { id: idLabel },
  async run(tx, { id }) {
    const [row] = await tx.select().from(payout).where(eq(payout.id, id));
    if (!row) throw new Refused(`there is no payout ${id}`);
    const side = await readTransferState(tx, id);
    const bank = row.sealed === '' ? undefined : await openAccount(tx, row.uid, row.sealed);
    const { payoutOnePersonCents } = await loadSiteSettings(tx);
    const isTwice = row.state === 'requested' && needsTwoPersons(row, payoutOnePersonCents);
    return {
      lines: [
        `${id}: ${row.uid}, ${row.gems} gems, ${moneyOf(row)}, ${row.state} since ${row.stateAt.toISOString()}`,
        `requested ${row.requestedAt.toISOString()}`,
        ...(bank ? [`to: ${bank.holder}, ${bank.number}`] : []),
        ...(side
          ? [
              `to: ${side.destination}, ${stripeWords(side)}`,
              `transfer: ${side.transfer}${side.platformAccount && ` (${side.platformAccount})`}`,
            ]
          : []),
        ...(isTwice ? ['needs the approval of two operators'] : []),
        ...(row.firstApprover === '' ? [] : [`first approval: ${row.firstApprover}`]),
        ...(row.firstUndoer === '' ? [] : [`did not arrive, as one of two operators said: ${row.firstUndoer}`]),
        ...(row.reference === '' ? [] : [`reference: ${row.reference}`]),
        ...(row.reason === '' ? [] : [`message: ${row.reason}`]),
      ],
      about: aboutOf(row),
    };
  },
});

const list = act({
  name: 'payout list',
  title: 'List approved payouts for the bank',
  about: 'Approved payouts by the bank that are not sent yet, as CSV: id, account, holder, number, amount, currency.',
  kind: 'look',
  where: 'everywhere',
  entries: {},
  fields: {},
  async run(tx) {
    const rows = await listPayouts(tx, ['approved'], LISTED);
    const lines = ['id,account,holder,number,amount,currency'];
    for (const row of rows) {
      const { holder, number } = await openAccount(tx, row.uid, row.sealed);
      lines.push([row.id, row.uid, holder, number, decimalOf(row), row.currency].map(cell).join(','));
    }
    return { lines };
  },
});

/**
 * The author of a decision about a payout, whether they are an operator of the page, and the sum above which two operators decide. Throws
 * `Refused` for an operator whose own account receives the payout.
 */
async function decisionOf(tx: Transaction, id: string, by: string) {
  const author = await readAuthor(tx, by);
  const operator = await findOperator(tx, author);
  const [row] = await tx.select({ uid: payout.uid }).from(payout).where(eq(payout.id, id));
  if (row && operator?.ownUid === row.uid) throw new Refused('another operator decides on your own payout');
  const { payoutOnePersonCents: onePersonMaxMinor } = await loadSiteSettings(tx);
  return { by, author, isPerson: operator !== undefined, onePersonMaxMinor };
}

/** The payout after a decision, and whether it waits for another operator. Throws `Refused` with the cause if it is unchanged. */
function decided(id: string, done: string, result: Awaited<ReturnType<typeof approvePayout>>) {
  switch (result.outcome) {
    case 'unavailable':
      throw new Refused(`${id} cannot be ${done} now`);
    case 'same-person':
      throw new Refused(`${id} has your word: another operator must give the second`);
    case 'locked':
      throw new Refused(`the money of the account of ${id} is locked: unlock it first, or refuse the payout`);
    case 'asked':
      throw new Refused(`Stripe may be sending ${id}: wait until it answers`);
    case 'no-person':
      throw new Refused(`${id} needs two operators who sign in to the page`);
    default:
      return { row: result.row, outcome: result.outcome };
  }
}

const approve = act({
  name: 'payout approve',
  title: 'Approve a payout',
  about:
    'It is listed for the bank, or sent by Stripe. Its gems stay held until the money is sent. A large one needs a second operator, on the page.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: payoutId },
  fields: { id: idLabel },
  async run(tx, { id }, by) {
    const { row, outcome } = decided(id, 'approved', await approvePayout(tx, id, await decisionOf(tx, id, by)));
    const state = outcome === 'first' ? 'has the first approval and waits for another operator' : 'is approved';
    return { lines: [`${id} ${state}: ${moneyOf(row)} for ${row.gems} gems of ${row.uid}`], about: aboutOf(row) };
  },
});

const send = act({
  name: 'payout sent',
  title: 'Mark a payout as sent',
  about: 'The bank has the transfer. The gems leave the wallet of the host for good.',
  kind: 'change',
  where: 'everywhere',
  entries: { id: payoutId, reference: words(REFERENCE_MAX_CHARS) },
  fields: { id: idLabel, reference: { label: 'Reference', hint: 'of the bank transfer' } },
  async run(tx, { id, reference }, by) {
    await decisionOf(tx, id, by);
    const side = await readTransferState(tx, id);
    if (side && side.problem !== OTHER_ACCOUNT) throw new Refused(`Stripe sends ${id} when it is approved`);
    // From now on the payout counts as one by the bank.
    if (side) await tx.delete(payoutTransfer).where(eq(payoutTransfer.payoutId, id));
    const row = await changePayout(tx, id, { state: 'sent', by, reference });
    if (!row) throw new Refused(`${id} cannot be sent now`);
    return { lines: [`${id} is sent: ${moneyOf(row)} to ${row.uid}, ${reference}`], about: aboutOf(row) };
  },
});

const undo = (name: 'fail' | 'return', title: string, about: string) =>
  act({
    name: `payout ${name}`,
    title,
    about,
    kind: 'change',
    where: 'everywhere',
    entries: { id: payoutId, words: words(MESSAGE_MAX_CHARS) },
    fields: { id: idLabel, words: { label: 'Message to the host', shape: 'text' } },
    async run(tx, { id, words: reason }, by) {
      const state = name === 'fail' ? 'failed' : 'returned';
      const result = await undoPayout(tx, id, { state, reason }, await decisionOf(tx, id, by));
      const { row, outcome } = decided(id, state, result);
      if (outcome === 'reversing') {
        const said = `Stripe is asked to take ${id} back: the gems and your message then go to ${row.uid}`;
        return { lines: [said], about: aboutOf(row) };
      }
      if (outcome === 'first') {
        const said = `${id} did not arrive, as you say: it waits for another operator, and ${row.uid} is told nothing yet`;
        return { lines: [said], about: aboutOf(row) };
      }
      await enqueueOfficialMessage(tx, row.uid, reason);
      return { lines: [`${row.gems} gems are back at ${row.uid}`, `to ${row.uid}: ${reason}`], about: aboutOf(row) };
    },
  });

const year = act({
  name: 'host year',
  title: 'Show the yearly statement of a host',
  about: 'What DAC7 and form 1099 ask for, by quarter (UTC), with the tax details of the host. Each view is logged.',
  kind: 'look',
  where: 'everywhere',
  entries: {
    uid: uidField,
    year: v.pipe(v.string(), v.trim(), v.regex(/^20\d\d$/, 'must be a year'), v.transform(Number)),
  },
  fields: { uid: { label: 'Account', hint: 'its number' }, year: { label: 'Year' } },
  // Returns a function, so that the key is not read before the action was allowed.
  prepare:
    async ({ config }) =>
    () =>
      loadPersonalKey(config.dataDir),
  async run(tx, { uid, year }, _by, loadKey) {
    const { details, account, before, quarters, after } = await readYearly(tx, uid, year, loadKey());
    const lines = quarters.map((each, at) =>
      [
        `Q${at + 1}: ${each.calls} calls, ${each.bookings} bookings, ${each.gifts} gifts, ${each.media} media (${each.earnings} earnings)`,
        `${each.fees} fees withheld, ${each.other} other, ${each.requested} requested`,
        `${each.paidGems} paid as ${decimalOf(each.paid)} ${each.paid.currency}`,
      ].join(', '),
    );
    const person = details
      ? [
          `name: ${oneLine(details.name)}`,
          `address: ${oneLine(details.address)}`,
          `country: ${details.country}`,
          `tax id: ${details.taxId}`,
          `born: ${details.birthDate}`,
        ]
      : ['no tax details were given'];
    return {
      lines: [
        `${uid}, ${year}, in gems`,
        ...person,
        `account: ${account ? `${oneLine(account.holder)}, ends in ${account.last4}` : 'none'}`,
        `balance before: ${before}`,
        ...lines,
        `balance after: ${after}`,
      ],
      about: { uid: String(uid) },
    };
  },
});

/** Actions on payouts of hosts: the yearly statement, show, list for the bank, approve, mark as sent, failed or returned. */
export const PAYOUT_ACTS = [
  list,
  show,
  year,
  approve,
  send,
  undo(
    'fail',
    'Refuse a payout',
    'The payout was not sent: its gems go back to the host, who reads your message. A large approved one needs a second operator, on the page.',
  ),
  undo(
    'return',
    'Mark a payout as sent back',
    'The bank sent the money back: the gems go back to the host. Money that Stripe sent is taken back first. A large one needs a second operator, on the page.',
  ),
] as const;

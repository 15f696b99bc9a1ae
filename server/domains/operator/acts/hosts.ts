import { desc, eq, isNotNull, or } from 'drizzle-orm';
import * as v from 'valibot';
import { ROLE_OFFICIAL } from '../../../../contract/account/rules.ts';
import { MESSAGE_MAX_CHARS } from '../../../../contract/chat/rules.ts';
import { createNameFilter } from '../../../../contract/text/fold-text.ts';
import { account } from '../../../platform/database/account.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { findAccount } from '../../account/accounts.ts';
import { loadSiteSettings } from '../../account/site/settings.ts';
import { enqueueOfficialMessage } from '../../chat/service-outbox/enqueue.ts';
import {
  acceptApplication,
  findClip,
  lockApplication,
  refuseApplication,
  reinstateHost,
  suspendHost,
} from '../../hosting/application.ts';
import { readHosting } from '../../hosting/hosting.ts';
import { findIdentity, type IdentityRow, reviewIdentity } from '../../hosting/identity/identity.ts';
import { hostApplication } from '../../hosting/tables.ts';
import { anchor, profile } from '../../people/tables.ts';
import { type ActDeps, act, Refused } from '../act.ts';
import { choice, uid as uidField, words } from '../fields.ts';
import { oneLine } from '../one-line.ts';

const uidLabel = { label: 'Account', hint: 'its number' } as const;
const wordsLabel = { label: 'Message to the applicant', hint: 'says why, and what to change', shape: 'text' } as const;
const aboutUid = (uid: number) => ({ uid: String(uid), to: String(uid) });

async function needPerson(tx: Transaction, uid: number) {
  const found = await findAccount(tx, uid);
  if (!found || found.closedAt || found.role === ROLE_OFFICIAL) throw new Refused(`there is no open account ${uid}`);
  return found;
}

const needsIdentity = async ({ config }: ActDeps) => config.identity !== undefined;

const PROBLEMS = {
  document: 'the document',
  selfie: 'the selfie',
  age: 'below 18 by the document',
  name: 'another name on the document',
  operator: 'by an operator',
  other: 'other reasons',
} as const;

function identityWords(row: IdentityRow | undefined, isNeeded: boolean): string {
  if (!row) return isNeeded ? 'not checked yet' : 'not checked';
  const { state, problem, nameMatches, endedAt, startedAt, ref } = row;
  return [
    `${state}${problem === '' ? '' : ` (${PROBLEMS[problem]})`}`,
    ...(nameMatches === null ? [] : [`the stated name ${nameMatches ? 'matches' : 'does not match'}`]),
    (endedAt ?? startedAt).toISOString(),
    ref,
  ].join(', ');
}

const LISTED = 50;
const NAME_MAX_CHARS = 64;

const find = act({
  name: 'hosts',
  title: 'Find hosts',
  about: `Hosts and suspended hosts whose name has these words, at most ${LISTED}; the newest without words.`,
  kind: 'look',
  where: 'everywhere',
  entries: { name: v.optional(words(NAME_MAX_CHARS)) },
  fields: { name: { label: 'Name', hint: 'a part of it; the newest of all if empty' } },
  async run(tx, { name }) {
    const isNamed = createNameFilter(name ?? '');
    const rows = await tx
      .select({ uid: account.uid, nickName: account.nickName, price: anchor.price, takingCalls: anchor.takingCalls })
      .from(account)
      .leftJoin(anchor, eq(anchor.uid, account.uid))
      .leftJoin(hostApplication, eq(hostApplication.uid, account.uid))
      .where(or(isNotNull(anchor.uid), eq(hostApplication.state, 'suspended')))
      .orderBy(desc(account.uid));
    // Compared here, not in SQL: `foldText` is the one rule for all searches.
    const found = rows.filter(({ nickName }) => isNamed(nickName)).slice(0, LISTED);
    const lines = found.map(({ uid, nickName, price, takingCalls }) => ({
      text: `${uid} ${oneLine(nickName)}: ${price === null ? 'suspended' : `${price} gems a minute${takingCalls ? '' : ', not taking calls'}`}`,
      next: 'host show',
      given: { uid: String(uid) },
    }));
    return { lines: lines.length > 0 ? lines : ['there is no such host'] };
  },
});

const show = act({
  name: 'host show',
  title: 'Show a host or an application',
  about: 'The state of the application, and the profile that viewers see.',
  kind: 'look',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  prepare: needsIdentity,
  async run(tx, { uid }, _by, isNeeded) {
    const { nickName, birthDate } = await needPerson(tx, uid);
    const application = await lockApplication(tx, uid);
    const { state, reason, missing, host } = await readHosting(tx, uid, await loadSiteSettings(tx), isNeeded);
    const [card] = await tx.select().from(profile).where(eq(profile.uid, uid));
    const facts = [
      `state: ${state}${application ? `, applied ${application.appliedAt.toISOString()}, rules ${application.rulesVersion}` : ''}`,
      ...(reason === '' ? [] : [`message: ${reason}`]),
      `identity: ${identityWords(await findIdentity(tx, uid), isNeeded)}`,
      `18 or older: ${birthDate === null ? 'not stated' : 'yes'}`,
      ...(missing.length === 0 ? [] : [`the profile lacks: ${missing.join(', ')}`]),
      ...(host ? [`price: ${host.price} gems a minute, taking calls: ${host.isTakingCalls ? 'yes' : 'no'}`] : []),
      `clip of the application: ${(await findClip(tx, uid)) ? 'yes' : 'no'}`,
      ...(card
        ? [
            `country: ${card.country}, language: ${card.lang}`,
            `about: ${card.about}`,
            `portrait: ${card.avatarUrl}`,
            ...card.videos.map(({ videoUrl }) => `clip: ${videoUrl}`),
          ]
        : []),
    ];
    return { lines: [`${uid} ${nickName}`, ...facts], about: aboutUid(uid) };
  },
});

const clip = act({
  name: 'host clip',
  title: 'Watch the clip of an application',
  about: 'The page plays the private clip for some minutes. Each view is logged.',
  kind: 'look',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  async run(tx, { uid }) {
    const { nickName } = await needPerson(tx, uid);
    const found = await findClip(tx, uid);
    if (!found) throw new Refused(`the application of ${uid} has no clip`);
    return { lines: [`${uid} ${nickName}: ${Math.round(found.ms / 1_000)} s`], clipOf: uid, about: aboutUid(uid) };
  },
});

const accept = act({
  name: 'host accept',
  title: 'Accept an application',
  about:
    'The account becomes a host at once: it is listed and can be called, at the lowest price until it chooses one.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  prepare: needsIdentity,
  async run(tx, { uid }, by, isNeeded) {
    const { nickName } = await needPerson(tx, uid);
    const site = await loadSiteSettings(tx);
    const outcome = await acceptApplication(tx, uid, { by, site, needsIdentity: isNeeded });
    if (outcome === 'not-waiting') throw new Refused(`${uid} has no application that waits`);
    if (outcome === 'not-verified') throw new Refused(`the identity of ${uid} is not verified`);
    return { lines: [`${uid} ${nickName} is a host and is listed`], about: aboutUid(uid) };
  },
});

const identify = act({
  name: 'host identity',
  title: 'Decide on an identity check',
  about:
    'For a check that needs a review, such as one with another name. Its pictures are on the page of the provider, by the reference.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField, decision: choice(['verified', 'declined']) },
  fields: { uid: uidLabel, decision: { label: 'Decision', shape: { choices: ['verified', 'declined'] } } },
  async run(tx, { uid, decision }, by) {
    await needPerson(tx, uid);
    if (!(await reviewIdentity(tx, uid, { isVerified: decision === 'verified', by }))) {
      throw new Refused(`${uid} has no identity check that needs a review`);
    }
    return { lines: [`the identity of ${uid} is ${decision}`], about: aboutUid(uid) };
  },
});

const refuse = (name: 'return' | 'decline', title: string, about: string) =>
  act({
    name: `host ${name}`,
    title,
    about,
    kind: 'change',
    where: 'everywhere',
    entries: { uid: uidField, words: words(MESSAGE_MAX_CHARS) },
    fields: { uid: uidLabel, words: wordsLabel },
    async run(tx, { uid, words: reason }, by) {
      await needPerson(tx, uid);
      const state = name === 'return' ? 'returned' : 'declined';
      if (!(await refuseApplication(tx, uid, state, { by, reason }))) {
        throw new Refused(`${uid} has no application that waits`);
      }
      await enqueueOfficialMessage(tx, uid, reason);
      return { lines: [`the application of ${uid} is ${state}`, `to ${uid}: ${reason}`], about: aboutUid(uid) };
    },
  });

const suspend = act({
  name: 'host suspend',
  title: 'Suspend a host',
  about: 'The host is taken off all lists and cannot be called. Running calls end regularly and are paid.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField, words: words(MESSAGE_MAX_CHARS) },
  fields: { uid: uidLabel, words: { ...wordsLabel, label: 'Message to the host' } },
  async run(tx, { uid, words: reason }, by) {
    await needPerson(tx, uid);
    if (!(await suspendHost(tx, uid, { by, reason }))) throw new Refused(`${uid} is not a host`);
    await enqueueOfficialMessage(tx, uid, reason);
    return { lines: [`${uid} is suspended`, `to ${uid}: ${reason}`], about: aboutUid(uid) };
  },
});

const reinstate = act({
  name: 'host reinstate',
  title: 'Reinstate a suspended host',
  about: 'The host is listed again, with the former price.',
  kind: 'change',
  where: 'everywhere',
  entries: { uid: uidField },
  fields: { uid: uidLabel },
  async run(tx, { uid }, by) {
    await needPerson(tx, uid);
    if (!(await reinstateHost(tx, uid, by))) throw new Refused(`${uid} is not suspended`);
    return { lines: [`${uid} is a host again`], about: aboutUid(uid) };
  },
});

/**
 * Actions on hosts and applications to become one: find, show, watch the clip, decide on an identity check, accept, return, decline,
 * suspend, reinstate.
 */
export const HOST_ACTS = [
  find,
  show,
  clip,
  identify,
  accept,
  refuse('return', 'Ask for changes', 'The applicant reads your message, changes the profile and applies again.'),
  refuse('decline', 'Decline an application', 'The applicant reads your message and may apply again.'),
  suspend,
  reinstate,
] as const;

import { sql } from 'drizzle-orm';
import { noteOnce } from '../account/site/operator-log.ts';
import type { ActDeps, Line, Outcome, PreparedAction } from './act.ts';
import { Refused } from './act.ts';
import { markFurtherLines } from './one-line.ts';
import { mayRun } from './roles.ts';
import { CHANGE_WITHIN_S } from './rules.ts';
import { findOperator, roleOf } from './sign-in.ts';

/** Thrown to roll back a dry run. */
class Tried extends Error {}

/** Thrown when the operator's role does not include the action. */
export class Forbidden extends Refused {}

const withMarkedLines = (line: Line): Line =>
  typeof line === 'string' ? markFurtherLines(line) : { ...line, text: markFurtherLines(line.text) };

type ActionRequest = {
  readonly who: string;
  /** Name of the operator who is signed in to the page, whose role must include the action; undefined for a command on the machine. */
  readonly operator?: string;
  /** Why the operator runs the action; empty for a list. */
  readonly reason: string;
  /** Whether a change is committed; otherwise it is a dry run. Ignored for the kinds `look` and `list`. */
  readonly yes: boolean;
  /** Id of the submitted form, which may arrive twice; the action is performed once. */
  readonly form?: string;
};
/** The result of `perform`; `isDone` is false for a dry run. `entry`: id in the operator log, '' for a dry run and for a list. */
export type Performed = { readonly isDone: boolean; readonly outcome: Outcome; readonly entry: string };

/**
 * Runs an action of an operator, from the page or the command line, and its log entry in one transaction. A change without `yes` is a
 * dry run: it is rolled back together with its entry, so that its preview is exact; secrets are omitted from the preview. Throws `Refused`
 * when an operator of the page changes something about their own account in the app (`operator account`).
 */
export async function perform(
  at: ActDeps,
  ready: PreparedAction,
  { who, operator, reason, yes, form }: ActionRequest,
): Promise<Performed> {
  const isDone = yes || ready.kind !== 'change';
  let outcome: Outcome = { lines: [] };
  let entry = '';
  const run = await ready.prepare(at);
  try {
    await at.db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = '${CHANGE_WITHIN_S}s'`));
      // The role may have changed since the page was requested.
      if (operator !== undefined && !mayRun(await roleOf(tx, operator), ready.name)) {
        throw new Forbidden('Your role does not include this.');
      }
      if (ready.kind !== 'list') {
        const noted = await noteOnce(tx, { command: ready.name, what: ready.what, reason }, { who, form });
        if (noted === undefined) throw new Refused('this was done already');
        entry = noted;
      }
      const result = await run(tx, entry);
      if (operator !== undefined && ready.kind === 'change') {
        const own = await findOperator(tx, who);
        if (own && result.about?.['uid'] === String(own.ownUid))
          throw new Refused('another operator acts on your own account');
      }
      outcome = { ...result, lines: result.lines.map(withMarkedLines) };
      if (!isDone) throw new Tried();
    });
  } catch (error) {
    if (!(error instanceof Tried)) throw error;
    const { secret: _, ...seen } = outcome;
    return { isDone: false, outcome: seen, entry: '' };
  }
  return { isDone: true, outcome, entry };
}

import type { RelationAction } from '#contract/people/people.ts';
import type { Result } from '#contract/result.ts';
import { userActions } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';

async function reportOutcome(answer: Promise<Result<null>>): Promise<void> {
  const result = await answer;
  reportFailure(result);
}

/**
 * Returns the actions that change the relation to a user, such as like or unfriend. The change is shown at once, and reverted if
 * the server refuses it.
 */
export const useRelation = (uid: number) => ({
  change: (action: RelationAction) => void reportOutcome(userActions.changeRelation(uid, action)),
  favour: (favourite: boolean) => void reportOutcome(userActions.changeFavourite(uid, favourite)),
});

import { withFewMarks } from '../text/few-marks.ts';
import type { PreviewFacts } from './lines.ts';

/**
 * Returns the facts of a preview with few marks on a letter, as the conversation draws its text. A module of its own, because the list of
 * conversations draws facts that are stored so, and does not need the rule.
 */
export const withFewMarksIn = (facts: PreviewFacts): PreviewFacts => ({
  ...facts,
  ...('body' in facts && { body: withFewMarks(facts.body) }),
  ...('name' in facts && { name: withFewMarks(facts.name) }),
});

import { CALL_PAGE } from '#contract/paths.ts';
import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { wantAnswer } from '../../../data/calls/answer-intent.ts';
import { dial } from '../../../routing/call-link.tsx';

/**
 * Answers or dials when the user chose that on a notification. The service worker has stored the choice, and the core hands it
 * out once and only for a short time. A URL alone never answers or dials.
 */
export async function followIntent(): Promise<void> {
  const row = await readState('intent');
  if (row?.act !== 'answer' && row?.act !== 'dial') return;
  const taken = await core.takeIntent();
  const intent = taken.ok ? taken.value : null;
  if (intent?.act === 'answer') wantAnswer(intent.sid);
  else if (intent?.act === 'dial')
    dial(intent.uid, 'notice', { replace: location.pathname === `${CALL_PAGE}${intent.uid}` });
}

import { readState } from '#db/reads/app.ts';
import { core } from '../../../core/core.ts';
import { wantAnswer } from '../../../data/answer-intent.ts';
import { dial } from '../../../routing/call-link.tsx';

/**
 * Does what a tap on a notification decided: the service worker noted it, and the core gives it out once, soon after. No address
 * answers or dials.
 */
export async function followIntent(): Promise<void> {
  const row = await readState('intent');
  if (row?.act !== 'answer' && row?.act !== 'dial') return;
  const taken = await core.takeIntent();
  const intent = taken.ok ? taken.value : null;
  if (intent?.act === 'answer') wantAnswer(intent.sid);
  else if (intent?.act === 'dial') dial(intent.uid, 'notice', { replace: location.pathname === `/call/${intent.uid}` });
}

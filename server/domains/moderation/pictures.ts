import type { Database, Transaction } from '../../platform/database/connect.ts';
import { enqueueOfficialPayload } from '../chat/service-outbox/enqueue.ts';
import type { MediaConduct } from '../media/part.ts';
import { noteViolation } from './violations.ts';

/**
 * Creates the consequences for the sender of a picture or video that the media check refuses: a violation, and system messages to both
 * sides of each conversation that it is removed from.
 */
export const pictureConduct = (db: Database): MediaConduct => ({
  // The upload was not sent to any conversation, so the violation is announced in the team's own conversation.
  onRefused: (uid, uploadName) =>
    db.transaction((tx) => noteViolation(tx, { uid, rule: 'porn-picture', mid: uploadName }, [{}])),

  async onTakenBack(tx, { id, owner, ended }) {
    // Paid media of a host's page belong to no conversation.
    const sent = ended.filter(({ source }) => source === 'message');
    for (const { uid, mid } of sent) {
      await sayRemoved(tx, { to: uid, about: owner, mid });
      await sayRemoved(tx, { to: owner, about: uid, mid });
    }
    const notices = sent.length > 0 ? sent.map(({ uid: about, mid }) => ({ about, mid })) : [{}];
    await noteViolation(tx, { uid: owner, rule: 'porn-picture', mid: id }, notices);
  },
});

type Removed = { readonly to: number; readonly about: number; readonly mid: string };
const sayRemoved = (tx: Transaction, { to, about, mid }: Removed) =>
  enqueueOfficialPayload(tx, to, { kind: 'system', key: 'removed', args: { of: mid }, about });

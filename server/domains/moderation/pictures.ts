import type { Database, Transaction } from '../../platform/database/connect.ts';
import { say } from '../chat/service-outbox/say.ts';
import type { MediaConduct } from '../media/part.ts';
import { noteViolation } from './violations.ts';

/** What follows for who sent a picture or a clip that the check refuses. */
export const pictureConduct = (db: Database): MediaConduct => ({
  // Nobody was to get it yet, so it is told in the team's own conversation.
  onRefused: (uid, uploadName) =>
    db.transaction((tx) => noteViolation(tx, { uid, rule: 'porn-picture', mid: uploadName }, [{}])),

  async onTakenBack(tx, { id, owner, ended }) {
    // What was bought on a page of the host's own is in no conversation.
    const sent = ended.filter(({ source }) => source === 'message');
    for (const { uid, mid } of sent) {
      await sayRemoved(tx, { to: uid, about: owner, mid });
      await sayRemoved(tx, { to: owner, about: uid, mid });
    }
    const told = sent.length > 0 ? sent.map(({ uid: about, mid }) => ({ about, mid })) : [{}];
    await noteViolation(tx, { uid: owner, rule: 'porn-picture', mid: id }, told);
  },
});

type Removed = { readonly to: number; readonly about: number; readonly mid: string };
const sayRemoved = (tx: Transaction, { to, about, mid }: Removed) =>
  say(tx, to, { kind: 'system', key: 'removed', args: { of: mid }, about });

import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readWaiting, type UnsentItem } from '#db/reads/device.ts';
import { core } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatBytes, formatRecent } from '../../../i18n/format.ts';
import { nameOf } from '../../../i18n/official.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  row: css({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '64px',
    paddingInline: space(4),
    paddingBlock: space(2),
    overflowWrap: 'anywhere',
  }),
  hint: css({ display: 'block', fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  actions: css({ display: 'grid', padding: space(4) }),
};

const PEOPLE_CHANGES = ['changeRelation', 'changeFavourite', 'autoAddFriend'];

async function discard({ id, what }: UnsentItem): Promise<boolean> {
  switch (what.kind) {
    case 'message':
      return (await core.hideMessage(id)).ok;
    case 'change':
      return (await core.discardChange(id)).ok;
    case 'file':
      return (await core.dropUpload(id)).ok;
  }
}

/**
 * Device page: messages, uploads and changes that the server does not have yet, with kind, reason and age, a button that discards each
 * and one that retries all, also stalled changes.
 */
export const WaitingGroup = () => {
  const { t } = useTranslation('device');
  const session = useSession();
  const connection = useAppState('connection');
  const uid = session?.uid ?? 0;
  const waiting = useLiveQuery(() => readWaiting(uid), [uid]);
  const now = useMinute();
  const [taken, setTaken] = useState<readonly string[]>([]);
  if (!waiting) return null;
  const nameOfItem = ({ what }: UnsentItem): string => {
    if (what.kind === 'file') return t('waiting.file', { size: formatBytes(what.bytes) });
    if (what.kind === 'message') {
      const { thread } = what;
      return t('waiting.message', { name: thread ? nameOf(thread.tid, thread.linkedUser.nickName) : '…' });
    }
    if (what.isSettings) return t('waiting.settings');
    if (what.endpoint === 'updateProfile') return t('waiting.profile');
    return t(PEOPLE_CHANGES.includes(what.endpoint) ? 'waiting.people' : 'waiting.other');
  };
  const whyOf = ({ what }: UnsentItem): string => {
    if (what.kind === 'change' && what.isStalled) return t('waiting.why.stalled');
    if (!connection?.online) return t('waiting.why.offline');
    if (session?.status === 'expired') return t('waiting.why.login');
    if (what.kind === 'message' && what.needsFile) return t('waiting.why.file');
    return t(connection.state === 'connected' ? 'waiting.why.server' : 'waiting.why.connecting');
  };
  const takeBack = async (item: UnsentItem) => {
    // A change that is being sent is discarded once that attempt has ended.
    setTaken((ids) => [...ids, item.id]);
    if (await discard(item)) showToast(t('waiting.discarded'));
    else showToast(t('waiting.busy'), 'bad');
    setTaken((ids) => ids.filter((id) => id !== item.id));
  };
  return (
    <Group title={t('waiting.title')}>
      {waiting.length === 0 ? <PlainRow label={t('waiting.none')} /> : null}
      {waiting.map((item) => (
        <div css={styles.row} key={item.id}>
          <span>
            {nameOfItem(item)}
            <span css={styles.hint}>
              {t('waiting.since', { when: formatRecent(item.since, now) })} · {whyOf(item)}
            </span>
          </span>
          <Button
            small
            disabled={taken.includes(item.id)}
            aria-label={t('waiting.discardOf', { what: nameOfItem(item) })}
            onClick={() => void takeBack(item)}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      ))}
      {waiting.length > 0 ? (
        <div css={styles.actions}>
          <Button onClick={() => void core.wake('asked')}>{t('waiting.retry')}</Button>
        </div>
      ) : null}
    </Group>
  );
};

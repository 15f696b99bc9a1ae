import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskKey } from '#contract/rewards/endpoints.ts';
import { TASK_KEYS } from '#contract/rewards/endpoints.ts';
import type { WalletLine } from '#contract/wallet/records.ts';
import { core } from '../../../core/core.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useNow } from '../../../data/use-now.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber, formatRecent } from '../../../i18n/format.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  row: css({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '60px',
    paddingInline: space(4),
    paddingBlock: space(2),
  }),
  words: css({ display: 'grid', gap: space(0.5) }),
  soft: css({ fontSize: size.xs, color: color.soft }),
  sum: css({ display: 'grid', justifyItems: 'end', gap: space(0.5), fontVariantNumeric: 'tabular-nums' }),
  amount: css({ fontWeight: 700, '&[data-came]': { color: color.online } }),
};

const isTask = (key: string): key is TaskKey => TASK_KEYS.some((known) => known === key);

/** Silver ledger, newest first: reason, amount and balance after it. */
export const SilverRecord = () => {
  const { t } = useTranslation('rewards');
  const record = useAppState('silver');
  const now = useNow();
  const [isBusy, setBusy] = useState(false);
  const error = useRefresh(() => core.readSilver(''), true);
  const more = async () => {
    setBusy(true);
    await core.readSilver(record?.nextCursor ?? '');
    setBusy(false);
  };
  const nameOf = ({ subject, subjectId, peer }: WalletLine): string => {
    const [key = ''] = subjectId.split(':');
    if (subject === 'task' && isTask(key)) return t(`task.${key}.name`);
    if (subject === 'call' && peer) return t('line.callWith', { name: peer.nickName });
    if (subject === 'task' || subject === 'lucky' || subject === 'call') return t(`line.${subject}`);
    return t('line.other');
  };
  const lines = record?.lines ?? [];
  return (
    <div css={styles.root}>
      {error ? <FailedNote text={explain(error)} /> : null}
      {lines.length === 0 && record ? (
        <Empty art={<Coin kind="silver" balance={0} size={44} />} title={t('club.noRecord')} text={t('tasks.lead')} />
      ) : null}
      {lines.length > 0 ? (
        <Group>
          {lines.map((line) => (
            <div key={line.id} css={styles.row}>
              <span css={styles.words}>
                <bdi>{nameOf(line)}</bdi>
                <time css={styles.soft} dateTime={new Date(line.at).toISOString()}>
                  {formatRecent(line.at, now)}
                </time>
              </span>
              <span css={styles.sum}>
                <span css={styles.amount} data-came={line.amount > 0 || undefined} dir="ltr">
                  {line.amount > 0 ? '+' : '−'}
                  {formatNumber(Math.abs(line.amount))}
                </span>
                <span css={styles.soft}>{t('line.after', { silver: formatNumber(line.after) })}</span>
              </span>
            </div>
          ))}
        </Group>
      ) : null}
      {record && record.nextCursor !== '' ? (
        <Button onClick={() => void more()} disabled={isBusy}>
          {t('club.more')}
        </Button>
      ) : null}
    </div>
  );
};

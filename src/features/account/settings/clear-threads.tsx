import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readThreadSizes } from '#db/reads/threads.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { nameOf } from '../../../i18n/official.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { space } from '../../../ui/style/tokens.ts';
import { ThreadCheckbox } from './thread-choice.tsx';

const styles = { actions: css({ display: 'grid', gap: space(2), padding: space(4) }) };

/** Conversations to clear: all, or those with these ids. */
type Wish = 'all' | readonly string[];

async function clear(wish: Wish): Promise<Awaited<ReturnType<typeof core.clearMessages>>> {
  if (wish === 'all') return core.clearMessages(null);
  for (const tid of wish) {
    const result = await core.clearMessages(tid);
    if (!result.ok) return result;
  }
  return { ok: true, value: null };
}

/** Delete-message settings (product 2.4): clears all or some conversations on this device, after a confirmation. */
export const ClearThreads = () => {
  const { t } = useTranslation('settings');
  const threads = useLiveQuery(readThreadSizes);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [wish, setWish] = useState<Wish>();
  const [isConfirming, setConfirming] = useState(false);
  if (!threads) return null;

  const filled = threads.filter(({ messages }) => messages > 0).map(({ tid }) => tid);
  const ready = filled.filter((tid) => chosen.has(tid));
  const toggle = (tid: string) => {
    const next = new Set(chosen);
    if (!next.delete(tid)) next.add(tid);
    setChosen(next);
  };
  const ask = (next: Wish) => {
    setWish(next);
    setConfirming(true);
  };
  const onConfirm = async () => {
    const result = await clear(wish ?? []);
    setChosen(new Set());
    reportOutcome(result, t('clear.done'));
  };

  return (
    <>
      <Group title={t('clear.threads')}>
        {threads.length === 0 ? <PlainRow label={t('clear.none')} /> : null}
        {threads.map(({ tid, uid, nickName, messages }) => (
          <ThreadCheckbox
            key={tid}
            tid={tid}
            uid={uid}
            name={nameOf(tid, nickName)}
            messages={messages}
            chosen={chosen.has(tid) && messages > 0}
            onChoose={() => toggle(tid)}
          />
        ))}
        {filled.length > 0 ? (
          <div css={styles.actions}>
            <Button onClick={() => setChosen(new Set(ready.length === filled.length ? [] : filled))}>
              {t('clear.selectAll')}
            </Button>
            <Button variant="danger" disabled={ready.length === 0} onClick={() => ask(ready)}>
              {t('clear.selected', { number: formatNumber(ready.length) })}
            </Button>
          </div>
        ) : null}
      </Group>
      <Group title={t('clear.all')} note={t('clear.allText')}>
        <div css={styles.actions}>
          <Button variant="danger" disabled={filled.length === 0} onClick={() => ask('all')}>
            {t('clear.all')}
          </Button>
        </div>
      </Group>
      <ConfirmDialog
        open={isConfirming}
        title={t(wish === 'all' ? 'clear.allTitle' : 'clear.selectedTitle')}
        text={t('clear.allText')}
        action={t('clear.confirm')}
        onConfirm={onConfirm}
        onClose={() => setConfirming(false)}
      />
    </>
  );
};

import { css } from '@emotion/react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readStoredSizes } from '#db/reads/device.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatBytes, formatNumber } from '../../../i18n/format.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { reportOutcome } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { CLEARABLE_KINDS, type ClearableKind, clearStored, PICTURE_CACHES, readAppCaches } from './clear-stored.ts';

const styles = {
  row: css({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '64px',
    paddingInline: space(4),
    paddingBlock: space(2),
  }),
  hint: css({ display: 'block', fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
};

/** Total size of the entries in these caches, bytes. An entry without `content-length`, such as a compressed one, is read to measure it. */
async function sizeOfCaches(names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    if (!(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request);
      const said = Number(answer?.headers.get('content-length') ?? 0);
      bytes += said > 0 ? said : ((await answer?.blob())?.size ?? 0);
    }
  }
  return bytes;
}

/**
 * Device page: local data by kind with its size. Messages, pictures and lists have a button that clears them after a confirmation; pending
 * uploads and the files of the app have none.
 */
export const StoredDataGroup = () => {
  const { t } = useTranslation(['device', 'settings']);
  const storedSizes = useLiveQuery(readStoredSizes);
  const [pictures, setPictures] = useState(0);
  const [app, setApp] = useState(0);
  /** All storage that this origin uses, bytes; undefined if the browser gives no estimate. */
  const [total, setTotal] = useState<number>();
  const [kindToClear, setKindToClear] = useState<ClearableKind>();
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const measure = useCallback(async () => {
    setPictures(await sizeOfCaches(PICTURE_CACHES).catch(() => 0));
    setApp(await readAppCaches().then(sizeOfCaches, () => 0));
    setTotal((await navigator.storage?.estimate?.().catch(() => undefined))?.usage);
  }, []);
  useEffect(() => void measure(), [measure]);
  if (!storedSizes) return null;
  const sizes = { messages: storedSizes.messages.bytes, pictures, lists: storedSizes.lists.bytes };
  const onConfirm = async () => {
    if (!kindToClear) return;
    const cleared = await clearStored(kindToClear);
    await measure();
    reportOutcome(cleared, t('kept.cleared'));
  };
  return (
    <>
      <Group
        title={t('kept.title')}
        {...(total !== undefined && { note: t('kept.note', { size: formatBytes(total) }) })}
      >
        {CLEARABLE_KINDS.map((kind) => (
          <div css={styles.row} key={kind}>
            <span>
              {t(`kept.${kind}`)}
              <span css={styles.hint}>
                {kind === 'messages' ? `${formatNumber(storedSizes.messages.rows)} · ` : ''}
                {formatBytes(sizes[kind])}
              </span>
            </span>
            <Button
              small
              disabled={sizes[kind] === 0}
              aria-label={t('kept.clearOf', { what: t(`kept.${kind}`) })}
              onClick={() => {
                setTitle(t(`kept.ask.${kind}`));
                // Cleared messages are not fetched again; the other kinds are.
                setText(kind === 'messages' ? t('settings:clear.allText') : t('kept.again'));
                setKindToClear(kind);
              }}
            >
              {t('kept.clear')}
            </Button>
          </div>
        ))}
        {storedSizes.uploads.rows > 0 && (
          <div css={styles.row}>
            <span>
              {t('kept.uploads')}
              <span css={styles.hint}>
                {formatNumber(storedSizes.uploads.rows)} · {formatBytes(storedSizes.uploads.bytes)} ·{' '}
                {t('kept.uploadsHint')}
              </span>
            </span>
          </div>
        )}
        {app > 0 && (
          <div css={styles.row}>
            <span>
              {t('kept.app')}
              <span css={styles.hint}>
                {formatBytes(app)} · {t('kept.appHint')}
              </span>
            </span>
          </div>
        )}
      </Group>
      <ConfirmDialog
        open={kindToClear !== undefined}
        onClose={() => setKindToClear(undefined)}
        title={title}
        text={text}
        action={t('kept.clear')}
        onConfirm={onConfirm}
      />
    </>
  );
};

import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHAT_MEDIA_CACHE, PICTURE_CACHE } from '#contract/media/private.ts';
import { readKept } from '#db/reads/device.ts';
import { core } from '../../../core/core.ts';
import { formatBytes, formatNumber } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Group } from '../../../ui/group.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { showToast } from '../../../ui/toast.ts';
import { color, size, space } from '../../../ui/tokens.ts';

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

/** Caches that hold pictures and clips: of conversations, of people, and drawings of gifts and stickers. */
const PICTURE_CACHES = [CHAT_MEDIA_CACHE, PICTURE_CACHE, 'art'];
const KINDS = ['messages', 'pictures', 'lists'] as const;
type Kind = (typeof KINDS)[number];

/** Bytes of these caches, as their answers say. */
async function sizeOfCaches(names: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const name of names) {
    if (!('caches' in globalThis) || !(await caches.has(name))) continue;
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      bytes += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
    }
  }
  return bytes;
}

async function clear(kind: Kind): Promise<void> {
  if (kind === 'messages') reportFailure(await core.clearMessages(null));
  else if (kind === 'lists') reportFailure(await core.clearLists());
  else for (const name of PICTURE_CACHES) await caches.delete(name);
}

/** What lies on this device, by kind, each of which can be cleared: it is fetched again when it is needed. */
export const KeptGroup = () => {
  const { t } = useTranslation('device');
  const kept = useLiveQuery(readKept);
  const [pictures, setPictures] = useState(0);
  const [total, setTotal] = useState(0);
  const [asked, setAsked] = useState<Kind>();
  const [title, setTitle] = useState('');
  const measure = useCallback(async () => {
    setPictures(await sizeOfCaches(PICTURE_CACHES).catch(() => 0));
    setTotal((await navigator.storage?.estimate().catch(() => undefined))?.usage ?? 0);
  }, []);
  useEffect(() => void measure(), [measure]);
  if (!kept) return null;
  const sizes = { messages: kept.messages.bytes, pictures, lists: kept.lists.bytes };
  const onConfirm = async () => {
    if (asked) await clear(asked);
    await measure();
    showToast(t('kept.cleared'));
  };
  return (
    <>
      <Group title={t('kept.title')} note={t('kept.note', { size: formatBytes(total) })}>
        {KINDS.map((kind) => (
          <div css={styles.row} key={kind}>
            <span>
              {t(`kept.${kind}`)}
              <span css={styles.hint}>
                {kind === 'messages' ? `${formatNumber(kept.messages.rows)} · ` : ''}
                {formatBytes(sizes[kind])}
              </span>
            </span>
            <Button
              small
              disabled={sizes[kind] === 0}
              aria-label={t('kept.clearOf', { what: t(`kept.${kind}`) })}
              onClick={() => {
                setTitle(t(`kept.ask.${kind}`));
                setAsked(kind);
              }}
            >
              {t('kept.clear')}
            </Button>
          </div>
        ))}
      </Group>
      <ConfirmDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={title}
        text={t('kept.again')}
        action={t('kept.clear')}
        onConfirm={onConfirm}
      />
    </>
  );
};

import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { Images, Trash2 } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCK_PRICE_MAX_GEMS, LOCK_PRICE_MIN_GEMS } from '#contract/chat/kind-rules.ts';
import type { ExclusiveItem } from '#contract/chat/lock-endpoints.ts';
import { EXCLUSIVE_MAX_ITEMS } from '#contract/media/rules.ts';
import { readUploadsOf } from '#db/reads/uploads.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { explainCode } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { pictureSrc } from '../../../ui/media-host.ts';
import { ProgressRing } from '../../../ui/progress-ring.tsx';
import { reportFailure } from '../../../ui/report.ts';
import { Slider } from '../../../ui/slider.tsx';
import { showToast } from '../../../ui/toast.ts';
import { color, radius, size, space } from '../../../ui/tokens.ts';
import { type Draft, draftOf, idOfUrl, isReady, offersOf } from './exclusive-draft.ts';

const PRICE_STEP = 10;
const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  lead: css({ fontSize: size.xs, color: color.soft }),
  list: css({ display: 'grid', gap: space(3), margin: 0, padding: 0 }),
  item: css({ display: 'grid', gridTemplateColumns: '72px 1fr auto', gap: space(3), alignItems: 'center' }),
  picture: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '72px',
    blockSize: '96px',
    borderRadius: radius.field,
    overflow: 'hidden',
    backgroundColor: color.raised,
    '& > img': { inlineSize: '100%', blockSize: '100%', objectFit: 'cover' },
  }),
  fault: css({ fontSize: size.xs, color: color.danger }),
};
const NONE: readonly UploadRow[] = [];

type Props = { readonly items: readonly ExclusiveItem[]; readonly onSaved: () => void };

/** A host's own page: pictures with their prices. Nothing changes before it is saved. */
export const ExclusiveEdit = ({ items, onSaved }: Props) => {
  const { t } = useTranslation(['unlock', 'common']);
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => items.map(draftOf));
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ids = drafts.flatMap(({ uploadId }) => uploadId || []);
  const uploads = useLiveQuery(() => readUploadsOf(ids), [ids.join()], NONE);
  const sent = useRef<string[]>([]);
  useEffect(
    () => () => {
      // What is on the page is the server's by now.
      for (const id of sent.current) void core.dropUpload(id);
    },
    [],
  );

  const add = async (list: FileList | null) => {
    for (const file of [...(list ?? [])].slice(0, EXCLUSIVE_MAX_ITEMS - drafts.length)) {
      const uploadId = nanoid();
      sent.current.push(uploadId);
      const kept = await core.upload(uploadId, 'chat', file);
      reportFailure(kept);
      if (kept.ok) setDrafts((all) => [...all, { key: uploadId, uploadId, mediaId: '', price: LOCK_PRICE_MIN_GEMS }]);
    }
  };
  const change = (key: string, price: number) =>
    setDrafts((all) => all.map((one) => (one.key === key ? { ...one, price } : one)));
  const remove = (key: string) => setDrafts((all) => all.filter((one) => one.key !== key));
  const save = async () => {
    setBusy(true);
    const saved = await core.editExclusive(offersOf(drafts, uploads));
    setBusy(false);
    reportFailure(saved);
    if (!saved.ok) return;
    showToast(t('exclusive.saved'));
    onSaved();
  };
  return (
    <div css={styles.root}>
      <p css={styles.lead}>{t('exclusive.leadMine')}</p>
      <ul css={styles.list}>
        {drafts.map(({ key, mediaId, uploadId, price }, at) => {
          const upload = uploads.find(({ id }) => id === uploadId);
          const id = mediaId || idOfUrl(upload?.url ?? '');
          const share = upload && upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : undefined;
          const label = t('exclusive.photo', { number: formatNumber(at + 1) });
          return (
            <li key={key} css={styles.item} aria-label={label}>
              <div css={styles.picture}>
                {id === '' ? (
                  <ProgressRing value={share} label={label} size={40} />
                ) : (
                  <img src={pictureSrc(`/media/p/${id}`, 160)} alt={label} decoding="async" />
                )}
              </div>
              {upload?.state === 'error' && upload.error !== '' ? (
                <p css={styles.fault} role="alert">
                  {explainCode(upload.error)}
                </p>
              ) : (
                <Slider
                  label={t('price')}
                  value={price}
                  min={LOCK_PRICE_MIN_GEMS}
                  max={LOCK_PRICE_MAX_GEMS}
                  step={PRICE_STEP}
                  say={(gems) => t('gemsOf', { gems: formatNumber(gems) })}
                  onSlide={(gems) => change(key, gems)}
                />
              )}
              <IconButton label={`${t('exclusive.remove')}: ${label}`} onClick={() => remove(key)}>
                <Trash2 size={20} />
              </IconButton>
            </li>
          );
        })}
      </ul>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('exclusive.add')}
        onChange={({ target }) => void add(target.files)}
      />
      <Button wide disabled={drafts.length >= EXCLUSIVE_MAX_ITEMS} onClick={() => input.current?.click()}>
        <Images size={18} aria-hidden="true" />
        {t('exclusive.add')}
      </Button>
      <Button look="primary" wide disabled={busy || !isReady(drafts, uploads)} onClick={() => void save()}>
        {t('common:save')}
      </Button>
    </div>
  );
};

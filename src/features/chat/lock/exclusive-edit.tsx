import { css } from '@emotion/react';
import { ImageOff, Images, RotateCw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCK_PRICE_MAX_GEMS, LOCK_PRICE_MIN_GEMS } from '#contract/chat/kind-rules.ts';
import type { ExclusiveItem } from '#contract/chat/lock/endpoints.ts';
import { EXCLUSIVE_MAX_ITEMS } from '#contract/media/rules.ts';
import { readUploadsOf } from '#db/reads/uploads.ts';
import type { UploadRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { useSetting } from '../../../data/settings.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { explain, explainCode } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Slider } from '../../../ui/input/slider.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { pictureSrc } from '../../../ui/media/media-host.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { idOfUrl, isReady, offersOf } from './exclusive-draft.ts';
import { usePageDrafts } from './use-page-drafts.ts';

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
  tools: css({ display: 'grid' }),
  fault: css({ fontSize: size.xs, color: color.danger }),
};
const NONE: readonly UploadRow[] = [];

type Props = { readonly items: readonly ExclusiveItem[]; readonly onSaved: () => void };

/**
 * Editor of a host's own exclusive page: pictures with prices, which are uploaded at once. The page on the server changes only when the
 * host saves; the watermark setting changes at once.
 */
export const ExclusiveEdit = ({ items, onSaved }: Props) => {
  const { t } = useTranslation(['unlock', 'common']);
  const { drafts, add, turn, price, remove } = usePageDrafts(items);
  const watermark = useSetting('watermark');
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ids = drafts.flatMap(({ uploadId }) => uploadId || []);
  const uploads = useLiveQuery(() => readUploadsOf(ids), [ids.join()], NONE);

  const faultOf = (upload: UploadRow | undefined) =>
    upload?.state === 'error' && upload.error !== '' ? explainCode(upload.error) : undefined;
  const save = async () => {
    setBusy(true);
    const saved = await userActions.editExclusive(offersOf(drafts, uploads));
    setBusy(false);
    reportFailure(saved);
    if (!saved.ok) return;
    showToast(t('exclusive.saved'), 'good');
    onSaved();
  };
  return (
    <div css={styles.root}>
      <p css={styles.lead}>{t('exclusive.leadMine')}</p>
      <ul css={styles.list}>
        {drafts.map((draft, at) => {
          const { key, mediaId, uploadId } = draft;
          const upload = uploads.find(({ id }) => id === uploadId);
          const id = mediaId || idOfUrl(upload?.url ?? '');
          const share = upload && upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : undefined;
          const label = t('exclusive.photo', { number: formatNumber(at + 1) });
          const fault = draft.fault ? explain(draft.fault) : faultOf(upload);
          return (
            <li key={key} css={styles.item} aria-label={label}>
              <div css={styles.picture}>
                {id !== '' ? <img src={pictureSrc(`/media/p/${id}`, 160)} alt={label} decoding="async" /> : null}
                {id === '' && fault === undefined ? <ProgressRing value={share} label={label} size={40} /> : null}
                {id === '' && fault !== undefined ? <ImageOff size={24} aria-hidden="true" /> : null}
              </div>
              {fault !== undefined ? (
                <p css={styles.fault} role="alert">
                  {fault}
                </p>
              ) : (
                <Slider
                  label={t('price')}
                  value={draft.price}
                  min={LOCK_PRICE_MIN_GEMS}
                  max={LOCK_PRICE_MAX_GEMS}
                  step={PRICE_STEP}
                  say={(gems) => t('gemsOf', { gems: formatNumber(gems) })}
                  onSlide={(gems) => price(key, gems)}
                />
              )}
              <div css={styles.tools}>
                {draft.file && fault === undefined ? (
                  <IconButton label={`${t('exclusive.turn')}: ${label}`} onClick={() => turn(draft)}>
                    <RotateCw size={20} />
                  </IconButton>
                ) : null}
                <IconButton label={`${t('exclusive.remove')}: ${label}`} onClick={() => remove(key)}>
                  <Trash2 size={20} />
                </IconButton>
              </div>
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
        onChange={({ target }) => {
          add([...(target.files ?? [])]);
          // An emptied input fires `change` when the user chooses the same file again.
          target.value = '';
        }}
      />
      <Button wide disabled={drafts.length >= EXCLUSIVE_MAX_ITEMS} onClick={() => input.current?.click()}>
        <Images size={18} aria-hidden="true" />
        {t('exclusive.add')}
      </Button>
      <Switch
        label={t('exclusive.watermark')}
        hint={t('exclusive.watermarkHint')}
        on={watermark}
        onSwitch={(on) => void core.changeSettings({ watermark: on }).then(reportFailure)}
      />
      <Button variant="primary" wide disabled={busy || !isReady(drafts, uploads)} onClick={() => void save()}>
        {t('common:save')}
      </Button>
    </div>
  );
};

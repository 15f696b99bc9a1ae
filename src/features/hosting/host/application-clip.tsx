import { css } from '@emotion/react';
import { Clapperboard } from 'lucide-react';
import { nanoid } from 'nanoid';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOST_CLIP_DECIDED_DAYS } from '#contract/hosting/rules.ts';
import { privateIdOf } from '#contract/media/media.ts';
import { CLIP_MAX_BYTES } from '#contract/media/rules.ts';
import type { ErrorCode } from '#contract/result.ts';
import { readUploads } from '#db/reads/people.ts';
import type { UploadRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { explainCode } from '../../../i18n/errors.ts';
import { formatNumber, formatPercent } from '../../../i18n/format.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { FileButton } from '../../../ui/input/file-button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { usePreview } from '../../../ui/media/use-preview.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), padding: space(4) }),
  clip: css({ inlineSize: '100%', maxBlockSize: '320px', borderRadius: radius.field, backgroundColor: color.raised }),
  choose: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: space(2),
    minBlockSize: '52px',
    paddingInline: space(4),
    borderRadius: radius.field,
    border: `1.5px dashed ${color.edge}`,
    color: color.accentText,
    fontWeight: 600,
    textAlign: 'center',
  }),
  fault: css({ fontSize: size.xs, color: color.danger }),
};

const CLIPS = 'video/mp4,video/webm,video/quicktime';

/** Returns the uploads of this device for the clip of the own application, newest last; undefined until the database is read. */
export const useClipUploads = () =>
  useLiveQuery(readUploads)?.filter(({ purpose }) => purpose === 'application') as readonly UploadRow[] | undefined;

/** Returns the id of the newest clip whose upload is done; null without one. */
export const clipIdOf = (uploads: readonly UploadRow[]): string | null => {
  const done = uploads.findLast(({ state }) => state === 'done');
  return (done && privateIdOf(done.url)) ?? null;
};

/** Removes the given uploads of clips on this device: after an application contains them, or before another clip replaces them. */
export const dropClips = (uploads: readonly UploadRow[]): void => {
  for (const { id } of uploads) void core.dropUpload(id);
};

type Props = { readonly uploads: readonly UploadRow[]; readonly hasClip: boolean };

/** Chooses or records the clip of an application, on a phone with its camera, and shows its upload. It is sent with the application. */
export const ApplicationClip = ({ uploads, hasClip }: Props) => {
  const { t } = useTranslation('hosting');
  const [fault, setFault] = useState<ErrorCode>();
  const last = uploads.at(-1);
  const preview = usePreview(last?.file);
  const open = async (file: File) => {
    const isTooLarge = file.size > CLIP_MAX_BYTES;
    setFault(isTooLarge ? 'upload-too-large' : undefined);
    if (isTooLarge) return;
    dropClips(uploads);
    reportFailure(await core.upload(nanoid(), 'application', file));
  };
  const wrong = fault ?? (last?.state === 'error' && last.error !== '' ? last.error : undefined);
  const percent = last && last.totalBytes > 0 ? last.sentBytes / last.totalBytes : 0;
  const value = !last ? t(hasClip ? 'needs.done' : 'clip.optional') : last.state === 'done' ? t('clip.ready') : '';
  return (
    <Group title={t('clip.title')} note={t('clip.note', { number: formatNumber(HOST_CLIP_DECIDED_DAYS) })}>
      <PlainRow label={t('clip.text')} value={value || formatPercent(percent)} />
      <div css={styles.root}>
        {preview ? <video css={styles.clip} src={preview} controls muted playsInline preload="metadata" /> : null}
        <FileButton
          label={t(last || hasClip ? 'clip.replace' : 'clip.choose')}
          accept={CLIPS}
          onFile={(file) => void open(file)}
        >
          <span css={styles.choose}>
            <Clapperboard size={20} aria-hidden="true" />
            {t(last || hasClip ? 'clip.replace' : 'clip.choose')}
          </span>
        </FileButton>
        {wrong ? (
          <p css={styles.fault} role="alert">
            {explainCode(wrong)}
          </p>
        ) : null}
      </div>
    </Group>
  );
};

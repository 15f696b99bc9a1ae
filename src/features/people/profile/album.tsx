import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { partOf } from '../../../ui/lazy.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { motion, radius, space } from '../../../ui/style/tokens.ts';
import { Section } from './section.tsx';

const viewer = partOf(() => import('./viewer.tsx'));

const styles = {
  list: css({
    display: 'grid',
    gap: space(2),
    gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))',
    '@media (min-width: 600px)': { gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))' },
  }),
  photo: css({
    position: 'relative',
    display: 'block',
    inlineSize: '100%',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: radius.field,
    transition: `transform ${motion.calm} ${motion.ease}`,
    '&:active': { transform: 'scale(0.98)' },
  }),
};

type Props = {
  readonly urls: readonly string[];
  /** Blurred placeholders by picture URL. */
  readonly blurs: Readonly<Record<string, string>>;
  readonly uid: number;
  readonly name: string;
};

/** Pictures of a user; a tap opens the full-screen viewer. Nothing is drawn without any. */
export const Album = ({ urls, blurs, uid, name }: Props) => {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState<number>();
  if (urls.length === 0) return null;
  return (
    <Section title={t('photos')}>
      <ul css={styles.list}>
        {urls.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              css={styles.photo}
              aria-label={t('photo', { number: index + 1, total: urls.length })}
              onClick={() => setOpen(index)}
            >
              <Picture uid={uid} name={name} url={url} blur={blurs[url]} sizes="(min-width: 600px) 180px, 33vw" />
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <LazyDialog
          part={viewer}
          with={{
            urls,
            start: open,
            name,
            onClose: () => setOpen(undefined),
          }}
        />
      )}
    </Section>
  );
};

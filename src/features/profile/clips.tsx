import { css } from '@emotion/react';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardVideo } from '#contract/people.ts';
import { Later, partOf } from '../../ui/later.tsx';
import { Picture } from '../../ui/picture.tsx';
import { portrait, radius, space } from '../../ui/tokens.ts';
import { Section } from './section.tsx';

const viewer = partOf(() => import('./viewer.tsx'));

const styles = {
  list: css({
    display: 'flex',
    gap: space(2),
    overflowX: 'auto',
    scrollSnapType: 'x mandatory',
    marginInline: `-${space(4)}`,
    paddingInline: space(4),
    paddingBlock: space(1),
  }),
  item: css({ flex: '0 0 132px', scrollSnapAlign: 'center' }),
  clip: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    inlineSize: '100%',
    aspectRatio: '3 / 4',
    overflow: 'hidden',
    borderRadius: radius.field,
  }),
  play: css({
    position: 'relative',
    display: 'grid',
    placeItems: 'center',
    inlineSize: '48px',
    blockSize: '48px',
    borderRadius: '50%',
    backgroundColor: portrait.glass,
    color: portrait.ink,
    backdropFilter: 'blur(8px)',
    '& svg': { fill: 'currentColor' },
  }),
};

type Props = { readonly clips: readonly CardVideo[]; readonly uid: number; readonly name: string };

/** Short clips; a tap plays one over the whole screen. */
export const Clips = ({ clips, uid, name }: Props) => {
  const { t } = useTranslation('profile');
  const [open, setOpen] = useState<number>();
  if (clips.length === 0) return null;
  return (
    <Section title={t('clips')}>
      <ul css={styles.list}>
        {clips.map(({ thumbnail, videoUrl }, index) => (
          <li key={videoUrl} css={styles.item}>
            <button
              type="button"
              css={styles.clip}
              aria-label={t('playClip', { number: index + 1, total: clips.length })}
              onClick={() => setOpen(index)}
            >
              <Picture uid={uid} name={name} url={thumbnail} sizes="132px" />
              <span css={styles.play}>
                <Play size={20} aria-hidden="true" />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <Later
          part={viewer}
          with={{
            items: clips.map(({ videoUrl }) => ({ kind: 'clip' as const, url: videoUrl })),
            start: open,
            name,
            onClose: () => setOpen(undefined),
          }}
        />
      )}
    </Section>
  );
};

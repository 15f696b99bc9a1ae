import { css } from '@emotion/react';
import { Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CardVideo } from '#contract/people/people.ts';
import { clipsPath } from '../../../paths.ts';
import { Picture } from '../../../ui/media/picture.tsx';
import { portrait, radius, space } from '../../../ui/style/tokens.ts';
import { Section } from './section.tsx';

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

type Props = {
  readonly clips: readonly CardVideo[];
  /** Blurred placeholders by thumbnail URL. */
  readonly blurs: Readonly<Record<string, string>>;
  readonly uid: number;
  readonly name: string;
};

/** Short clips of a user; a tap opens the full-screen player. Nothing is drawn without any. */
export const Clips = ({ clips, blurs, uid, name }: Props) => {
  const { t } = useTranslation('profile');
  if (clips.length === 0) return null;
  return (
    <Section title={t('clips')}>
      <ul css={styles.list}>
        {clips.map(({ thumbnail, videoUrl }, index) => (
          <li key={videoUrl} css={styles.item}>
            <Link
              href={clipsPath(uid, index)}
              css={styles.clip}
              aria-label={t('playClip', { number: index + 1, total: clips.length })}
            >
              <Picture uid={uid} name={name} url={thumbnail} blur={blurs[thumbnail]} sizes="132px" />
              <span css={styles.play}>
                <Play size={20} aria-hidden="true" />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};

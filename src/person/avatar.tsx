import { css } from '@emotion/react';
import { memo, type SyntheticEvent } from 'react';
import { Mark } from '../ui/mark/mark.tsx';
import { monogramOf, toneOf } from '../ui/mark/monogram.ts';
import { pictureSrc } from '../ui/media/media-host.ts';
import { color, PORTRAIT_TONES } from '../ui/style/tokens.ts';

/** Presence of a person: `busy` means in a call. */
export type PresenceStatus = 'online' | 'busy' | 'offline';

const tones = Object.fromEntries(
  PORTRAIT_TONES.map(([from, to], tone) => [
    `&[data-tone="${tone}"]`,
    { backgroundImage: `linear-gradient(150deg, ${from}, ${to})` },
  ]),
);

const styles = {
  root: css(
    { position: 'relative', display: 'block', flexShrink: 0, inlineSize: '48px', blockSize: '48px' },
    {
      '&[data-size="small"]': { inlineSize: '36px', blockSize: '36px', fontSize: '0.8em' },
      '&[data-size="large"]': { inlineSize: '88px', blockSize: '88px', fontSize: '1.9em' },
      '&[data-size="huge"]': { inlineSize: '128px', blockSize: '128px', fontSize: '2.6em' },
    },
  ),
  face: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    borderRadius: '36%',
    color: color.onAccent,
    fontSize: '1.05em',
    fontWeight: 650,
    letterSpacing: '0.01em',
    lineHeight: 1,
    userSelect: 'none',
    ...tones,
    '&::before': {
      content: '""',
      position: 'absolute',
      inset: 0,
      backgroundImage:
        'conic-gradient(from 20deg at 62% 34%, rgb(255 255 255 / 0.16), transparent 22%, rgb(255 255 255 / 0.09) 38%, transparent 56%, rgb(0 0 0 / 0.14) 74%, transparent)',
    },
    '&[data-team]': { backgroundImage: 'none', backgroundColor: color.accentWash },
    '&[data-team]::before': { display: 'none' },
  }),
  letters: css({ position: 'relative' }),
  picture: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' }),
  dot: css({
    position: 'absolute',
    insetBlockEnd: '-2px',
    insetInlineEnd: '-2px',
    inlineSize: '14px',
    blockSize: '14px',
    borderRadius: '50%',
    border: `2.5px solid ${color.surface}`,
    backgroundColor: color.online,
    '&[data-status="busy"]': { backgroundColor: color.busy },
  }),
};

type Props = {
  readonly uid: number;
  readonly name: string;
  readonly size?: 'small' | 'medium' | 'large' | 'huge';
  /** URL of the picture on the media host. Initials are shown when it is empty or fails. */
  readonly src?: string | undefined;
  readonly presence?: PresenceStatus | undefined;
  /** The team's avatar is the brand's mark. */
  readonly team?: boolean;
};

/** Hides a picture that failed to load, so that the initials below it are visible. */
const hide = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
  currentTarget.hidden = true;
};

/**
 * A person's small picture in lists and headers, or one generated from the uid if there is none. Decorative, because name and
 * presence are shown beside it as text.
 */
export const Avatar = memo(({ uid, name, size = 'medium', src, presence, team = false }: Props) => (
  <span css={styles.root} data-size={size} aria-hidden="true">
    <span css={styles.face} data-tone={toneOf(uid)} data-team={team || undefined}>
      {team ? <Mark size={size === 'small' ? 20 : 28} /> : <span css={styles.letters}>{monogramOf(name)}</span>}
      {src ? (
        <img
          key={src}
          css={styles.picture}
          src={pictureSrc(src, size === 'huge' || size === 'large' ? 320 : 160)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={hide}
        />
      ) : null}
    </span>
    {presence === 'online' || presence === 'busy' ? <span css={styles.dot} data-status={presence} /> : null}
  </span>
));
Avatar.displayName = 'Avatar';

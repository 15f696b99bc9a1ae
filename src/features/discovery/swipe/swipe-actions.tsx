import { css } from '@emotion/react';
import { Heart, MessageCircle, RotateCcw, UserRound, Video, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { accent, color, motion, radius } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    // Room for six buttons on the narrowest phone.
    gap: 'clamp(4px, 1.8vw, 12px)',
    // Left to right in every language, so that the like button is on the side to which a liked card is thrown.
    direction: 'ltr',
  }),
  button: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}, 0 10px 24px -14px ${color.shadow}`,
    color: color.soft,
    transition: `transform ${motion.quick} ${motion.ease}, background-color ${motion.quick}, color ${motion.quick}`,
    '&:hover:not(:disabled)': { backgroundColor: color.hover, color: color.text },
    '&:active:not(:disabled)': { transform: 'scale(0.92)' },
    '&:disabled': { opacity: 0.4 },
    '&[data-big]': { inlineSize: '64px', blockSize: '64px', color: color.text },
    '&[data-look="like"]': {
      backgroundImage: accent,
      color: color.onAccent,
      boxShadow: `0 14px 30px -12px ${color.glow}`,
      '&:hover:not(:disabled)': { filter: 'brightness(1.06)', color: color.onAccent },
    },
  }),
};

type ActProps = {
  readonly label: string;
  readonly onClick: (() => void) | undefined;
  readonly variant?: 'like' | 'skip';
  readonly children: ReactNode;
};

const Act = ({ label, onClick, variant, children }: ActProps) => (
  <button
    type="button"
    css={styles.button}
    data-look={variant}
    data-big={variant ? true : undefined}
    aria-label={label}
    title={label}
    disabled={!onClick}
    onClick={onClick}
  >
    {children}
  </button>
);

type Props = {
  /** Person that the buttons act on; without one, only undo is enabled. */
  readonly name: string | undefined;
  readonly onUndo: (() => void) | undefined;
  readonly onSkip: () => void;
  readonly onLike: () => void;
  readonly onMessage: () => void;
  readonly onProfile: () => void;
  readonly onCall: () => void;
};

/** Buttons below the card of the swipe feed: undo, skip, like, message, profile and call. */
export const SwipeActions = ({ name, onUndo, onSkip, onLike, onMessage, onProfile, onCall }: Props) => {
  const { t } = useTranslation(['match', 'call']);
  const ifShown = (act: () => void) => (name === undefined ? undefined : act);
  const about = { name: name ?? '' };
  return (
    <div css={styles.root}>
      <Act label={t('undo')} onClick={onUndo}>
        <RotateCcw size={20} aria-hidden="true" />
      </Act>
      <Act label={name ? t('skipName', about) : t('skip')} variant="skip" onClick={ifShown(onSkip)}>
        <X size={28} aria-hidden="true" />
      </Act>
      <Act label={name ? t('likeName', about) : t('like')} variant="like" onClick={ifShown(onLike)}>
        <Heart size={28} fill="currentColor" aria-hidden="true" />
      </Act>
      <Act label={name ? t('call:callName', about) : t('call:call')} onClick={ifShown(onCall)}>
        <Video size={20} aria-hidden="true" />
      </Act>
      <Act label={name ? t('messageName', about) : t('message')} onClick={ifShown(onMessage)}>
        <MessageCircle size={20} aria-hidden="true" />
      </Act>
      <Act label={name ? t('profileName', about) : t('profile')} onClick={ifShown(onProfile)}>
        <UserRound size={20} aria-hidden="true" />
      </Act>
    </div>
  );
};

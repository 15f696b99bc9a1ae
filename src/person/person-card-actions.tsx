import { css } from '@emotion/react';
import { Heart, MessageCircle, Video } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { motion, onCall, portrait, radius, space } from '../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockStart: space(2),
    insetInlineEnd: space(2),
    display: 'grid',
    gap: space(1.5),
    pointerEvents: 'none',
  }),
  button: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: radius.pill,
    backgroundColor: portrait.glass,
    boxShadow: `inset 0 0 0 1px ${portrait.rim}`,
    color: portrait.ink,
    opacity: 0,
    transform: 'scale(0.9)',
    transition: `opacity ${motion.calm}, transform ${motion.calm} ${motion.ease}, background-color ${motion.quick}`,
    '&:hover': { backgroundColor: portrait.glassHover },
    '&:focus-visible': { outlineColor: portrait.ink },
    '&[data-act="call"]': { backgroundColor: onCall.accept, '&:hover': { filter: 'brightness(1.1)' } },
    '&[aria-pressed="true"]': { opacity: 1, transform: 'none', color: portrait.liked },
    // Only a hovering pointer or the keyboard presses the heart of a card. On a touch screen it is display only; likes are given on the
    // profile and in the feed.
    '@media (hover: hover)': {
      'article:hover &, article:focus-within &': { opacity: 1, transform: 'none', pointerEvents: 'auto' },
    },
    'article:focus-within &:focus-visible': { opacity: 1, transform: 'none', pointerEvents: 'auto' },
    '@media (hover: none)': {
      '&[data-act="message"]': { display: 'none' },
      // Calling is the main action of a card, so it is also available on touch screens.
      '&[data-act="call"]': { opacity: 1, transform: 'none', pointerEvents: 'auto' },
      '&[aria-pressed="false"]': { display: 'none' },
    },
  }),
};

type Props = {
  readonly name: string;
  readonly liked: boolean;
  readonly tabbable: boolean;
  readonly onLike: () => void;
  readonly onMessage: () => void;
  readonly onCall: (() => void) | undefined;
};

/**
 * Quick actions of a card (call, like, message), shown on hover or keyboard focus. Touch screens show only the call button, and the heart
 * of a liked person.
 */
export const CardActions = ({ name, liked, tabbable, onLike, onMessage, onCall: dial }: Props) => {
  const { t } = useTranslation(['wall', 'call']);
  const tabIndex = tabbable ? undefined : -1;
  return (
    <div css={styles.root}>
      {dial ? (
        <CardButton label={t('call:callName', { name })} data-act="call" tabIndex={tabIndex} onClick={dial}>
          <Video size={20} aria-hidden="true" />
        </CardButton>
      ) : null}
      <CardButton label={t('card.like', { name })} aria-pressed={liked} tabIndex={tabIndex} onClick={onLike}>
        <Heart size={20} fill={liked ? 'currentColor' : 'none'} aria-hidden="true" />
      </CardButton>
      <CardButton label={t('card.message', { name })} data-act="message" tabIndex={tabIndex} onClick={onMessage}>
        <MessageCircle size={20} aria-hidden="true" />
      </CardButton>
    </div>
  );
};

type ButtonProps = ComponentProps<'button'> & { readonly label: string; readonly 'data-act'?: 'call' | 'message' };

const CardButton = ({ label, ...button }: ButtonProps) => (
  <button type="button" css={styles.button} aria-label={label} title={label} {...button} />
);

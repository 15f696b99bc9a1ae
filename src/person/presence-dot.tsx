import { css } from '@emotion/react';
import { portrait } from '../ui/style/tokens.ts';
import type { PresenceStatus } from './avatar.tsx';

const styles = {
  root: css({
    position: 'relative',
    flexShrink: 0,
    inlineSize: '10px',
    blockSize: '10px',
    borderRadius: '50%',
    backgroundColor: portrait.online,
    boxShadow: `0 0 0 2.5px ${portrait.glass}, 0 0 0 3.5px ${portrait.rim}`,
    marginInline: '3px 4px',
    '&[data-status="busy"]': { backgroundColor: portrait.busy },
    '&[data-status="offline"]': {
      backgroundColor: 'transparent',
      border: `2px solid ${portrait.away}`,
      boxShadow: 'none',
    },
  }),
};

/** Presence dot with a ring, on a portrait. Decorative, because the surrounding component states the presence as text. */
export const PresenceDot = ({ status }: { readonly status: PresenceStatus }) => (
  <span css={styles.root} data-status={status} aria-hidden="true" />
);

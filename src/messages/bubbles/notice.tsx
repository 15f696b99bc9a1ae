import { css } from '@emotion/react';
import type { LucideIcon } from 'lucide-react';
import { space } from '../../ui/tokens.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(2), fontStyle: 'italic', opacity: 0.92 }),
};

/** Shown when a message has no text. */
export const NoticeBubble = ({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: string }) => (
  <p css={styles.root}>
    <Icon size={18} aria-hidden="true" />
    {text}
  </p>
);

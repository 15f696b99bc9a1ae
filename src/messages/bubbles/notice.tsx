import { css } from '@emotion/react';
import type { LucideIcon } from 'lucide-react';
import { space } from '../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'flex', alignItems: 'center', gap: space(2), fontStyle: 'italic', opacity: 0.92 }),
};

/** Icon and text in place of the content of a removed, retracted or unsupported message. */
export const NoticeBubble = ({ icon: Icon, text }: { readonly icon: LucideIcon; readonly text: string }) => (
  <p css={styles.root}>
    <Icon size={18} aria-hidden="true" />
    {text}
  </p>
);

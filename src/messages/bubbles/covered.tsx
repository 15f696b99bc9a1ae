import { css } from '@emotion/react';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { size, space } from '../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '44px',
    textAlign: 'start',
    '& small': { display: 'block', fontSize: size.xs, textDecoration: 'underline', textUnderlineOffset: '3px' },
  }),
};

/** Covers content with sensitivity bit 2 (product 5.4) until the user reveals it by a press. */
export const Covered = ({ children }: { readonly children: ReactNode }) => {
  const { t } = useTranslation('message');
  const [open, setOpen] = useState(false);
  if (open) return children;
  return (
    <button type="button" css={styles.root} onClick={() => setOpen(true)}>
      <EyeOff size={20} aria-hidden="true" />
      <span>
        {t('covered')}
        <small>{t('reveal')}</small>
      </span>
    </button>
  );
};

import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { explain } from '../../../i18n/errors.ts';
import { Button } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(3),
    padding: space(6),
    textAlign: 'center',
    fontSize: size.xs,
    color: color.soft,
  }),
};

type Props = { readonly error: AppError | undefined; readonly onRetry: () => void };

/** Shown below the loaded cards if the next page failed to load. */
export const MoreFailed = ({ error, onRetry }: Props) => {
  const { t } = useTranslation('common');
  return (
    <div css={styles.root} role="alert">
      {error ? <p>{explain(error)}</p> : null}
      <Button onClick={onRetry}>{t('retry')}</Button>
    </div>
  );
};

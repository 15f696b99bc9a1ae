import { css } from '@emotion/react';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatRecent } from '../../../i18n/format.ts';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '20px',
    fontSize: size.xs,
    lineHeight: '20px',
    color: color.faint,
    '&[data-stale]': { color: color.warn },
  }),
};

type Props = { readonly fetchedAt: number | undefined; readonly error: AppError | undefined };

/**
 * Age of the shown list, marked if the last refresh failed; a screen reader speaks the error. Always rendered, so that nothing shifts when
 * its text changes.
 */
export const UpdatedLine = ({ fetchedAt, error }: Props) => {
  const { t } = useTranslation('people');
  const now = useMinute();
  const stale = error !== undefined && fetchedAt !== undefined;
  return (
    <p css={styles.root} data-stale={stale || undefined} title={stale ? explain(error) : undefined}>
      {stale ? <CloudOff size={14} aria-hidden="true" /> : null}
      {/* Only an error is spoken, and not the age, which changes each minute. */}
      <Hidden>
        <span role="status">{stale ? explain(error) : ''}</span>
      </Hidden>
      {fetchedAt === undefined ? '' : t('updated', { when: formatRecent(fetchedAt, Math.max(now, fetchedAt)) })}
    </p>
  );
};

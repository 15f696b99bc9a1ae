import { css } from '@emotion/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllowancesRow } from '#db/schema.ts';
import { core } from '../../../../core/core.ts';
import { useSession } from '../../../../data/session.tsx';
import { useAppState } from '../../../../data/use-app-state.ts';
import { formatClock, formatNumber } from '../../../../i18n/format.ts';
import { color, size, space } from '../../../../ui/style/tokens.ts';

const styles = {
  root: css({ minBlockSize: '1.5em', marginBlockEnd: space(3), fontSize: size.xs, fontWeight: 600, color: color.soft }),
};

type Calls = AllowancesRow['silver'];

/**
 * Returns the silver calls left today, free and paid, and refreshes them on mount; undefined until they are known, and for signed-out
 * visitors.
 */
export function useSilverCalls(): Calls | undefined {
  const signedIn = Boolean(useSession());
  useEffect(() => {
    if (signedIn) void core.refreshAllowances();
  }, [signedIn]);
  return useAppState('allowances')?.silver;
}

/**
 * Line above the silver list: how many free silver calls are left today; without any, the price and number of the paid ones; otherwise that
 * none is left. Its space is always reserved, so that nothing shifts under the pointer.
 */
export const SilverCalls = ({ calls }: { readonly calls: Calls | undefined }) => {
  const { t } = useTranslation('wall');
  return (
    <p css={styles.root} role="status">
      {calls ? wordsOf(calls) : null}
    </p>
  );

  function wordsOf({ times, seconds, price = 0, paid = 0 }: Calls): string {
    const time = formatClock(seconds);
    if (times > 0) return t('silver.left', { number: formatNumber(times), time });
    if (paid > 0) return t('silver.costs', { silver: formatNumber(price), time, number: formatNumber(paid) });
    return t('silver.none');
  }
};

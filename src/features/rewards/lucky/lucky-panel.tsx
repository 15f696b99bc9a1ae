import { css } from '@emotion/react';
import { Gift } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LUCKY_ODDS } from '#contract/rewards/rules.ts';
import { core, userActions } from '../../../core/core.ts';
import { useInCall } from '../../../data/calls/use-in-call.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useRefresh } from '../../../data/use-refresh.ts';
import { useServerNow } from '../../../data/use-server-now.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatNumber, formatPercent } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { FailedNote } from '../../../ui/feedback/failed-note.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Coin } from '../../../ui/mark/coin.tsx';
import { color, motion, radius, size, space, stillMotion } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(4),
    padding: space(5),
    paddingBlockStart: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
  }),
  stage: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(2),
    padding: space(5),
    borderRadius: radius.card,
    textAlign: 'center',
    backgroundColor: color.raised,
    backgroundImage: `radial-gradient(70% 90% at 50% 0%, ${color.aurora1}, transparent), radial-gradient(70% 90% at 50% 100%, ${color.aurora2}, transparent)`,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '&[data-won] > svg': { animation: `rise ${motion.slow} ${motion.ease}`, [stillMotion]: { animation: 'none' } },
    '& > svg': { color: color.accentText },
  }),
  won: css({ fontSize: size.xl, letterSpacing: '-0.02em' }),
  text: css({ color: color.soft, textWrap: 'balance' }),
  odds: css({
    inlineSize: '100%',
    borderCollapse: 'collapse',
    fontVariantNumeric: 'tabular-nums',
    '& caption': { textAlign: 'start', fontWeight: 650, paddingBlockEnd: space(2) },
    '& td, & th': { paddingBlock: space(1.5), textAlign: 'start', fontWeight: 'inherit' },
    '& td:last-child': { textAlign: 'end', color: color.soft },
    '& tr + tr': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '& [data-won]': { color: color.accentText, fontWeight: 700 },
  }),
  amount: css({ display: 'inline-flex', alignItems: 'center', gap: space(2) }),
};

const OF = 10_000;

/** Panel of the daily lucky box: its odds, the button that opens it, and then the prize. The panel closes when a call starts. */
const LuckyPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const ready = useWords('rewards');
  const { t } = useTranslation('rewards');
  const row = useAppState('luckyBox');
  const now = useServerNow();
  const isInCall = useInCall();
  const [isBusy, setBusy] = useState(false);
  const error = useRefresh(core.refreshLuckyBox, true);
  useEffect(() => {
    if (isInCall) onClose();
  }, [isInCall, onClose]);
  // The row of an earlier day does not apply to today's box.
  const box = row && (row.nextAt === 0 || row.nextAt > now) ? row : undefined;
  const won = box?.won;
  const open = async () => {
    setBusy(true);
    reportFailure(await userActions.openLuckyBox());
    setBusy(false);
  };
  if (!ready) return null;
  return (
    <Sheet open onClose={onClose} title={t('lucky.title')}>
      <div css={styles.root}>
        {error ? <FailedNote text={explain(error)} /> : null}
        <div css={styles.stage} data-won={won !== undefined || undefined} role="status">
          {won === undefined ? (
            <Gift size={64} aria-hidden="true" />
          ) : (
            <Coin kind="silver" balance={won >= 50 ? 3_000 : 300} size={72} />
          )}
          {won === undefined ? (
            <p css={styles.text}>{t('lucky.lead')}</p>
          ) : (
            <>
              <p css={styles.won}>{t('lucky.won', { silver: formatNumber(won) })}</p>
              <p css={styles.text}>{t('lucky.tomorrow')}</p>
            </>
          )}
        </div>
        <table css={styles.odds}>
          <caption>{t('lucky.odds')}</caption>
          <tbody>
            {(box?.odds ?? LUCKY_ODDS).map(({ amount, of10000 }) => (
              <tr key={amount} data-won={amount === won || undefined}>
                <th scope="row">
                  <span css={styles.amount}>
                    <Coin kind="silver" balance={0} size={20} />
                    {t('silver', { silver: formatNumber(amount) })}
                  </span>
                </th>
                <td>{formatPercent(of10000 / OF)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {won === undefined ? (
          <Button
            variant="primary"
            wide
            disabled={isBusy || error !== undefined || box?.available !== true}
            onClick={() => void open()}
          >
            {box?.available === false ? t('lucky.first') : t('lucky.open')}
          </Button>
        ) : (
          <Button variant="primary" wide onClick={onClose}>
            {t('lucky.done')}
          </Button>
        )}
      </div>
    </Sheet>
  );
};
export default LuckyPanel;

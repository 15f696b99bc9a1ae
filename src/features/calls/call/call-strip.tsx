import { css } from '@emotion/react';
import { Phone, PhoneOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import type { CallRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { useNow } from '../../../data/use-now.ts';
import { formatClock } from '../../../i18n/format.ts';
import { videoPath } from '../../../paths.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { depth, motion, portrait, size, space } from '../../../ui/style/tokens.ts';
import { RoundButton } from './stage/round-button.tsx';
import { meterAt } from './stage/use-elapsed.ts';

const styles = {
  root: css({
    position: 'fixed',
    zIndex: depth.strip,
    insetBlockEnd: `calc(${space(18)} + env(safe-area-inset-bottom))`,
    insetInline: space(3),
    marginInline: 'auto',
    maxInlineSize: '460px',
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    padding: space(2.5),
    paddingInlineStart: space(4),
    borderRadius: '24px',
    color: portrait.ink,
    backgroundColor: portrait.night,
    boxShadow: `0 16px 40px ${portrait.night}, inset 0 0 0 1px ${portrait.rim}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  words: css({ flex: 1, minInlineSize: 0, fontSize: size.xs, fontWeight: 600, overflowWrap: 'anywhere' }),
  time: css({ display: 'block', color: portrait.soft, fontVariantNumeric: 'tabular-nums' }),
};

/** Strip shown while the call is not visible here: in another tab, behind another page of this tab, or without an owning tab. */
const CallStrip = ({ call }: { readonly call: CallRow }) => {
  const { t } = useTranslation('call');
  const { peer, ownerTab, rejoinUntil } = call;
  const name = peer.nickName;
  const now = useNow();
  const here = ownerTab === tabId;
  const lost = rejoinUntil > 0;
  const open = async () => {
    if (!here) {
      const result = await core.rejoinCall(tabId);
      if (!result.ok) return reportFailure(result);
    }
    navigate(videoPath(peer.jid));
  };
  const words = here ? t('inCall', { name }) : t(lost ? 'rejoin' : 'elsewhere', { name });
  return (
    <aside css={styles.root} aria-label={words}>
      <p css={styles.words} role="status">
        {words}
        <span css={styles.time}>{formatClock(meterAt(call, now).elapsed)}</span>
      </p>
      <Button variant="primary" small onClick={() => void open()}>
        <Phone size={16} aria-hidden="true" />
        {here ? t('return') : t(lost ? 'rejoinAction' : 'moveHere')}
      </Button>
      <RoundButton label={t('hangUp')} variant="decline" onClick={() => void core.hangUp()}>
        <PhoneOff size={22} aria-hidden="true" />
      </RoundButton>
    </aside>
  );
};
export default CallStrip;

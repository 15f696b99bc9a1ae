import { css } from '@emotion/react';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { navigate } from 'wouter/use-browser-location';
import type { CallbackReply } from '#contract/calls/calls.ts';
import { callPath } from '#contract/paths.ts';
import type { readState } from '#db/reads/app.ts';
import { userActions } from '../../../core/core.ts';
import { tabId } from '../../../core/tab.ts';
import { explainNoDevice } from '../../../i18n/errors.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { openStore } from '../../../payments/open-store.ts';
import { useMissingForCall } from '../../../payments/use-missing-gems.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { useOverlay } from '../../../ui/overlay.ts';
import { color, coveredTop, depth, motion, size, space } from '../../../ui/style/tokens.ts';
import { prepareLocal, releaseLocal } from './media/local-media.ts';

const styles = {
  root: css({
    position: 'fixed',
    zIndex: depth.ringing,
    insetBlockStart: `max(${space(3)}, ${coveredTop})`,
    insetInline: space(3),
    marginInline: 'auto',
    maxInlineSize: '440px',
    display: 'grid',
    gap: space(4),
    padding: space(4),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    animation: `rise ${motion.slow} ${motion.ease}`,
  }),
  who: css({ display: 'flex', alignItems: 'center', gap: space(3) }),
  title: css({ flex: 1, minInlineSize: 0, fontSize: size.md, overflowWrap: 'anywhere' }),
  acts: css({ display: 'grid', gap: space(2) }),
};

type Row = NonNullable<Awaited<ReturnType<typeof readState<'callback'>>>>;

/** A host's request to be called back, with the price of the call. */
const CallbackPanel = ({ wish }: { readonly wish: Row }) => {
  const { t } = useTranslation(['call', 'common']);
  useOverlay(true);
  const { peer, price } = wish;
  const reply = async (answer: CallbackReply) => {
    const opened = answer === 'accept' ? await prepareLocal() : undefined;
    if (opened && 'fault' in opened) return showToast(explainNoDevice(opened.fault), 'bad');
    const result = await userActions.replyCallback(tabId, answer, price);
    if (!result.ok) {
      releaseLocal();
      reportFailure(result);
    } else if (answer === 'accept') navigate(callPath(peer.uid, 'callback'));
  };
  const need = useMissingForCall(price);
  const getGems = async () => {
    await reply('coins_insufficient');
    openStore({
      source: 'callback',
      need,
      returnTo: { to: 'profile', uid: peer.uid },
      host: { uid: peer.uid, name: peer.nickName, perMinute: price },
    });
  };
  return (
    <section css={styles.root} role="alertdialog" aria-labelledby="callback">
      <div css={styles.who}>
        <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} />
        <h2 css={styles.title} id="callback">
          {t('callback.title', { name: peer.nickName })}
        </h2>
        <PriceTag price={price} />
        <IconButton label={t('common:close')} onClick={() => void reply('busy')}>
          <X size={20} />
        </IconButton>
      </div>
      <div css={styles.acts}>
        {need > 0 ? (
          <Button variant="primary" onClick={() => void getGems()}>
            {t('common:getMoreGems', { gems: formatNumber(need) })}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => void reply('accept')}>
            {t('callback.accept')}
          </Button>
        )}
        <Button onClick={() => void reply('busy')}>{t('callback.notNow')}</Button>
      </div>
    </section>
  );
};
export default CallbackPanel;

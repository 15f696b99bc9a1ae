import { css } from '@emotion/react';
import { Coins, Flag, MessageCircle, Phone, Shuffle, Star } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { readRelation } from '#db/reads/people.ts';
import type { CallRow } from '#db/schema.ts';
import { core, userActions } from '../../../core/core.ts';
import { useSilverCall } from '../../../data/calls/use-silver-call.ts';
import { useConfirmedPresence } from '../../../data/people/use-presence.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { explainEnd, explainNoDevice } from '../../../i18n/errors.ts';
import { formatClock, formatNumber } from '../../../i18n/format.ts';
import { SupportLink } from '../../../messages/support-link.tsx';
import { CLUB, PREFLIGHT, RANDOM_MATCH } from '../../../paths.ts';
import { GetGems } from '../../../payments/get-gems.tsx';
import { useMissingForCall } from '../../../payments/use-missing-gems.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CallLink } from '../../../routing/call-link.tsx';
import { openPanel } from '../../../ui/dialog/panel.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { color, depth, size, space } from '../../../ui/style/tokens.ts';
import { Rating, Receipt } from './call-receipt.tsx';
import { deviceFault } from './media/local-media.ts';
import { gemsAMinute } from './stage/offer.ts';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.screen,
    display: 'grid',
    placeItems: 'center',
    overflowY: 'auto',
    padding: space(4),
    backgroundColor: color.ground,
    backgroundImage: `radial-gradient(80% 50% at 50% 0%, ${color.aurora1}, transparent 70%)`,
  }),
  card: css({
    inlineSize: 'min(100%, 420px)',
    display: 'grid',
    justifyItems: 'center',
    gap: space(4),
    padding: space(6),
    borderRadius: '24px',
    backgroundColor: color.surface,
    boxShadow: `0 24px 64px ${color.shadow}, inset 0 0 0 1px ${color.line}`,
    textAlign: 'center',
    animation: 'rise 240ms',
  }),
  title: css({ fontSize: size.xl, letterSpacing: '-0.02em' }),
  soft: css({ color: color.soft, textWrap: 'balance', overflowWrap: 'anywhere' }),
  check: css({ color: color.accentText, fontWeight: 600, textDecoration: 'underline', textUnderlineOffset: '3px' }),
  help: css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: space(1) }),
  row: css({
    inlineSize: '100%',
    display: 'flex',
    gap: space(2),
    '& > a, & > [data-look="primary"]': { flex: 1, paddingInline: space(3) },
  }),
};

/** End reasons that buying gems would have prevented. */
const SHORT: ReadonlySet<string> = new Set(['gemsOut', 'Gems insufficient']);
/** End reasons of a call to a peer who cannot be reached now. */
const AWAY: ReadonlySet<string> = new Set(['offline', 'notTaking']);
/** End reasons whose cause the preflight can find. */
const CHECKED: ReadonlySet<string> = new Set(['mediaDenied', 'mediaFail', 'sdp fail']);

type Props = { readonly call: CallRow; readonly onDone: () => void };

/** The current price of a call that ended because it differs from the price shown before dialling. The next call uses this price. */
const NewTerms = ({ call: { peer, kind, price } }: Pick<Props, 'call'>) => {
  const { t } = useTranslation('call');
  const silver = useSilverCall();
  // Refreshes the profile, so that lists and profile show the new price as well.
  useEffect(() => void core.refreshCard(peer.uid), [peer.uid]);
  if (kind !== 'silver') return <PriceTag price={price} />;
  return silver && silver.silver > 0 ? (
    <p>{t('silverPrice', { silver: formatNumber(silver.silver), time: formatClock(silver.seconds) })}</p>
  ) : null;
};

/** Screen after a call: why it ended, its cost, and the next actions. */
export const CallEnd = ({ call, onDone }: Props) => {
  const { t } = useTranslation(['call', 'people', 'preflight', 'match']);
  const { message } = usePersonActs();
  const { peer, receipt, connectingTime, reason, direction } = call;
  const talked = connectingTime > 0;
  // Refreshes the free seconds and silver calls that are left, so that the next call is offered with them.
  useEffect(() => void core.refreshAllowances(), []);
  const favourite = useLiveQuery(async () => (await readRelation(peer.uid))?.favourite ?? false, [peer.uid], false);
  const presence = useConfirmedPresence(peer.uid);
  useWatchedPeople([peer.uid]);
  // A call that just failed because the peer is away would fail again.
  const mayCall = presence !== 'offline' && (!AWAY.has(reason) || presence === 'online');
  const price = direction === 'out' ? gemsAMinute(call) : 0;
  const need = useMissingForCall(price);
  const isShort = SHORT.has(reason) && direction === 'out';
  const leave = (then?: () => void) => {
    void core.dismissCall();
    if (then) then();
    else onDone();
  };
  const write = () => leave(() => void message(peer.uid, peer.nickName));
  return (
    <div css={styles.root}>
      <section css={styles.card} aria-labelledby="call-end">
        <Avatar uid={peer.uid} name={peer.nickName} src={peer.avatarUrl} size="large" />
        <div>
          <h1 css={styles.title} id="call-end">
            {t(talked ? 'end.title' : 'end.failed')}
          </h1>
          <p css={styles.soft}>
            <bdi>{t('end.with', { name: peer.nickName })}</bdi>
          </p>
        </div>
        <p css={styles.soft} role="status">
          {reason === 'mediaDenied' ? explainNoDevice(deviceFault() ?? 'denied') : explainEnd(call)}
        </p>
        {reason === 'priceChanged' ? <NewTerms call={call} /> : null}
        {isShort || need > 0 ? (
          <GetGems
            scene={{
              source: 'call_end',
              ...(need > 0 && { need }),
              returnTo: { to: 'profile', uid: peer.uid },
              ...(call.price > 0 && { host: { uid: peer.uid, name: peer.nickName, perMinute: call.price } }),
            }}
            variant="primary"
            wide
          />
        ) : null}
        {talked ? <Receipt call={call} /> : null}
        {talked && receipt ? <Rating call={call} /> : null}
        <div css={styles.row}>
          {mayCall && need === 0 ? (
            <CallLink
              uid={peer.uid}
              from="after_call"
              kind={call.kind === 'silver' ? 'silver' : 'paid'}
              css={buttonStyle}
              data-look={talked ? 'plain' : 'primary'}
              onPress={() => void core.dismissCall()}
              replace
            >
              <Phone size={18} aria-hidden="true" />
              {t('end.again')}
            </CallLink>
          ) : null}
          {mayCall ? (
            <IconButton label={t('end.message')} variant="raised" onClick={write}>
              <MessageCircle size={20} />
            </IconButton>
          ) : (
            <Button variant="primary" onClick={write}>
              <MessageCircle size={20} aria-hidden="true" />
              {t('end.message')}
            </Button>
          )}
          <IconButton
            label={t('end.favourite')}
            variant="raised"
            aria-pressed={favourite}
            onClick={() => void userActions.changeFavourite(peer.uid, !favourite)}
          >
            <Star size={20} fill={favourite ? 'currentColor' : 'none'} />
          </IconButton>
        </div>
        {call.kind === 'match' ? (
          <Link
            href={RANDOM_MATCH}
            css={buttonStyle}
            data-look="primary"
            data-wide
            onClick={() => void core.dismissCall()}
            replace
          >
            <Shuffle size={20} aria-hidden="true" />
            {t('match:room.start')}
          </Link>
        ) : null}
        <Button variant={talked && call.kind !== 'match' ? 'primary' : 'plain'} wide onClick={() => leave()}>
          {t('end.done')}
        </Button>
        {talked ? (
          <div css={styles.help}>
            <Button
              variant="quiet"
              small
              onClick={() => openPanel('report', { uid: peer.uid, name: peer.nickName, mid: '', sid: call.sid })}
            >
              <Flag size={16} aria-hidden="true" />
              {t('end.report')}
            </Button>
            <SupportLink
              topic={{ kind: 'call', name: peer.nickName, at: call.startTime }}
              open={(path) => leave(() => navigate(path, { replace: true }))}
            />
          </div>
        ) : null}
        {CHECKED.has(reason) ? (
          <Link href={PREFLIGHT} css={styles.check} onClick={() => void core.dismissCall()}>
            {t('preflight:link')}
          </Link>
        ) : null}
        {reason === 'silverInsufficient' ? (
          <Link
            href={CLUB}
            css={buttonStyle}
            data-look="primary"
            data-wide
            onClick={() => void core.dismissCall()}
            replace
          >
            <Coins size={20} aria-hidden="true" />
            {t('end.earnSilver')}
          </Link>
        ) : null}
        {direction === 'out' && !talked ? <p css={styles.soft}>{t('end.nothing')}</p> : null}
      </section>
    </div>
  );
};

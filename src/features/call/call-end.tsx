import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { Gem, MessageCircle, Phone, Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { CALL_RATING_MAX } from '#contract/rules.ts';
import { readRelation } from '#db/reads/people.ts';
import type { CallRow } from '#db/schema.ts';
import { callPath, PREFLIGHT } from '../../app/paths.ts';
import { core } from '../../core/core.ts';
import { usePersonActs } from '../../data/use-person-acts.ts';
import { explainCall } from '../../i18n/errors.ts';
import { formatClock, formatNumber } from '../../i18n/format.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { color, radius, size, space } from '../../ui/tokens.ts';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: 20,
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
  soft: css({ color: color.soft, textWrap: 'balance' }),
  receipt: css({
    inlineSize: '100%',
    margin: 0,
    borderRadius: radius.card,
    backgroundColor: color.raised,
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: space(3), padding: `${space(3)} ${space(4)}` },
    '& > div + div': { boxShadow: `inset 0 1px 0 ${color.line}` },
    '& dt': { color: color.soft },
    '& dd': {
      margin: 0,
      fontWeight: 650,
      fontVariantNumeric: 'tabular-nums',
      display: 'flex',
      alignItems: 'center',
      gap: space(1),
    },
  }),
  stars: css({
    display: 'flex',
    justifyContent: 'center',
    '& [data-on] svg': { color: color.warn, fill: 'currentColor' },
  }),
  check: css({ color: color.accentText, fontWeight: 600, textDecoration: 'underline', textUnderlineOffset: '3px' }),
  row: css({ inlineSize: '100%', display: 'flex', gap: space(2), '& > a': { flex: 1, paddingInline: space(3) } }),
};

/** What the preflight can find the cause of. */
const CHECKED: ReadonlySet<string> = new Set(['mediaDenied', 'mediaFail', 'sdp fail']);

type Props = { readonly call: CallRow; readonly onDone: () => void };

/** After the call: why it ended, what it cost, and what one may want next. */
export const CallEnd = ({ call, onDone }: Props) => {
  const { t } = useTranslation(['call', 'people', 'preflight']);
  const { message } = usePersonActs();
  const { peer, receipt, connectingTime, reason, direction } = call;
  const talked = connectingTime > 0;
  // The next offer is what is left now.
  useEffect(() => void core.refreshAllowances(), []);
  const favourite = useLiveQuery(async () => (await readRelation(peer.uid))?.favourite ?? false, [peer.uid], false);
  const leave = (then?: () => void) => {
    void core.dismissCall();
    if (then) then();
    else onDone();
  };
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
          {explainCall(reason)}
        </p>
        {talked ? <Receipt call={call} /> : null}
        {talked && receipt ? <Rating sid={call.sid} /> : null}
        <div css={styles.row}>
          <Link
            href={`${callPath(peer.uid, 'after_call')}&after=${call.id}`}
            css={buttonStyle}
            data-look={talked ? 'plain' : 'primary'}
            onClick={() => void core.dismissCall()}
            replace
          >
            <Phone size={18} aria-hidden="true" />
            {t('end.again')}
          </Link>
          <IconButton
            label={t('end.message')}
            look="raised"
            onClick={() => leave(() => void message(peer.uid, peer.nickName))}
          >
            <MessageCircle size={20} />
          </IconButton>
          <IconButton
            label={t('end.favourite')}
            look="raised"
            aria-pressed={favourite}
            onClick={() => void core.changeFavourite(peer.uid, !favourite)}
          >
            <Star size={20} fill={favourite ? 'currentColor' : 'none'} />
          </IconButton>
        </div>
        <Button look={talked ? 'primary' : 'plain'} wide onClick={() => leave()}>
          {t('end.done')}
        </Button>
        {CHECKED.has(reason) ? (
          <Link href={PREFLIGHT} css={styles.check} onClick={() => void core.dismissCall()}>
            {t('preflight:link')}
          </Link>
        ) : null}
        {direction === 'out' && !talked ? <p css={styles.soft}>{t('end.nothing')}</p> : null}
      </section>
    </div>
  );
};

const Receipt = ({ call: { receipt, meter, direction, price } }: { readonly call: CallRow }) => {
  const { t } = useTranslation(['call', 'people']);
  const seconds = receipt?.seconds ?? meter?.seconds ?? 0;
  const free = receipt?.freeSeconds ?? 0;
  const gems = receipt?.gems ?? meter?.gems ?? 0;
  const paid = direction === 'out' ? t('end.paid') : t('end.earned');
  return (
    <dl css={styles.receipt}>
      <div>
        <dt>{t('end.duration')}</dt>
        <dd>{formatClock(seconds)}</dd>
      </div>
      {free > 0 ? (
        <div>
          <dt>{t('end.free')}</dt>
          <dd>{formatClock(free)}</dd>
        </div>
      ) : null}
      {price > 0 ? (
        <div>
          <dt>{t('end.price')}</dt>
          <dd>
            <Gem size={14} aria-hidden="true" />
            {formatNumber(price)}
          </dd>
        </div>
      ) : null}
      <div>
        <dt>{gems > 0 ? paid : t('end.nothing')}</dt>
        <dd>
          <Gem size={14} aria-hidden="true" />
          {formatNumber(gems)}
        </dd>
      </div>
    </dl>
  );
};

const Rating = ({ sid }: { readonly sid: string }) => {
  const { t } = useTranslation('call');
  const [stars, setStars] = useState(0);
  const rate = (count: number) => {
    setStars(count);
    void core.rateCall(sid, count);
  };
  return (
    <div>
      <p css={styles.soft}>{stars > 0 ? t('end.thanks') : t('end.rate')}</p>
      <div css={styles.stars}>
        {Array.from({ length: CALL_RATING_MAX }, (_, index) => index + 1).map((count) => (
          <IconButton
            key={count}
            label={t('end.stars', { stars: formatNumber(count), most: formatNumber(CALL_RATING_MAX) })}
            aria-pressed={count === stars}
            data-on={count <= stars || undefined}
            onClick={() => rate(count)}
          >
            <Star size={26} />
          </IconButton>
        ))}
      </div>
    </div>
  );
};

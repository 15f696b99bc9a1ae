import {
  Banknote,
  CalendarClock,
  CheckCircle2,
  CircleAlert,
  Coins,
  Gem,
  Gift,
  ImageIcon,
  ListChecks,
  Phone,
  Scale,
  Sparkles,
  Undo2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { OFFICIAL_TID } from '#contract/chat/rules.ts';
import { threadPath } from '#contract/paths.ts';
import type { SubjectType, WalletLine } from '#contract/wallet/records.ts';
import { useAppState } from '../../../data/use-app-state.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatNumber, formatRecent } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { buttonStyle } from '../../../ui/input/button.tsx';
import { IconTile } from '../../../ui/mark/icon-tile.tsx';
import { addsUp } from './adds-up.ts';
import { HistoryFrame } from './around.tsx';
import { rowStyles } from './styles.ts';
import { useRecords } from './use-records.ts';

const ICONS = {
  open: Scale,
  welcome: Sparkles,
  order: Gem,
  reversal: Undo2,
  call: Phone,
  booking: CalendarClock,
  gift: Gift,
  media: ImageIcon,
  task: ListChecks,
  lucky: Sparkles,
  adjust: Scale,
  payout: Banknote,
} as const satisfies Record<SubjectType, unknown>;
const TONES = {
  open: 10,
  welcome: 6,
  order: 2,
  reversal: 8,
  call: 5,
  booking: 5,
  gift: 1,
  media: 4,
  task: 3,
  lucky: 6,
  adjust: 10,
  payout: 7,
} as const satisfies Record<SubjectType, number>;

const signed = (amount: number) => (amount > 0 ? `+${formatNumber(amount)}` : formatNumber(amount));

const Line = ({ line, now }: { readonly line: WalletLine; readonly now: number }) => {
  const { t } = useTranslation('history');
  const Icon = ICONS[line.subject];
  return (
    <li css={rowStyles.row}>
      <IconTile tone={TONES[line.subject]}>
        <Icon size={18} aria-hidden="true" />
      </IconTile>
      <div css={rowStyles.words}>
        <span css={rowStyles.name}>
          {t(`subject.${line.subject}`)}
          {line.peer ? (
            <>
              {' · '}
              <bdi>{line.peer.nickName}</bdi>
            </>
          ) : null}
        </span>
        <time css={rowStyles.soft} dateTime={new Date(line.at).toISOString()}>
          {formatRecent(line.at, now)}
        </time>
      </div>
      <div css={rowStyles.end} data-in={line.amount > 0 || undefined}>
        <bdi>{signed(line.amount)}</bdi>
        <span css={rowStyles.after}>{t('after', { amount: formatNumber(line.after) })}</span>
      </div>
    </li>
  );
};

/** Ledger of gems or silver: each movement with the balance after it, and whether the balances are consistent. */
export const Lines = ({ kind }: { readonly kind: 'gems' | 'silver' }) => {
  const { t } = useTranslation('history');
  const { records, ...around } = useRecords(kind);
  const account = useAppState('account');
  const now = useMinute();
  const lines = records?.lines ?? [];
  const shown = kind === 'gems' ? account?.gemsBalance : account?.silverBalance;
  // A balance that has changed since the lines were fetched cannot be compared with them.
  const balance = records && shown === records.balance ? shown : undefined;
  const sum = addsUp(lines, balance);
  return (
    <HistoryFrame {...around} isThere={records !== undefined} hasMore={Boolean(records?.nextCursor)}>
      {lines.length === 0 ? (
        <Empty art={<Coins size={40} />} title={t(`none.${kind}`)} text={t(`noneText.${kind}`)} />
      ) : (
        <>
          <div css={rowStyles.note}>
            {sum.fits ? (
              <Banner tone="calm" icon={<CheckCircle2 size={20} />} title={t('fits')} text={t('fitsText')} />
            ) : (
              <Banner
                tone="warn"
                icon={<CircleAlert size={20} />}
                title={t('odd')}
                text={t('oddText')}
                action={
                  <Link href={threadPath(OFFICIAL_TID)} css={buttonStyle} data-look="plain" data-size="small">
                    {t('write')}
                  </Link>
                }
              />
            )}
          </div>
          <ul css={rowStyles.list} aria-label={t(`tabs.${kind}`)}>
            {lines.map((line) => (
              <Line key={line.id} line={line} now={now} />
            ))}
          </ul>
        </>
      )}
    </HistoryFrame>
  );
};

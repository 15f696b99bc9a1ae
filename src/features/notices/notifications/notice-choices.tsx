import { css } from '@emotion/react';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { NOTICE_SHOWS, type Settings, type SettingsChange } from '#contract/account/settings.ts';
import { PUSH_KINDS, type PushKind } from '#contract/push/kinds.ts';
import { useSession } from '../../../data/session.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { RadioList } from '../../../ui/input/radio-list.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group } from '../../../ui/layout/group.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(6) }),
  kinds: css({
    '& > * + *': { borderBlockStart: `1px solid ${color.line}` },
    '& > summary': {
      display: 'flex',
      alignItems: 'center',
      gap: space(3),
      minBlockSize: '60px',
      paddingBlock: space(2.5),
      paddingInline: space(4),
      cursor: 'pointer',
      listStyle: 'none',
      transition: `background-color ${motion.quick}`,
      '&::-webkit-details-marker': { display: 'none' },
      '&:hover': { backgroundColor: color.hover },
      '& > svg': { flexShrink: 0, color: color.faint, transition: `transform ${motion.quick}` },
    },
    '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5), fontWeight: 550 }),
  hint: css({ fontSize: size.xs, fontWeight: 400, color: color.soft, textWrap: 'pretty' }),
  count: css({ fontSize: size.xs, color: color.soft, fontVariantNumeric: 'tabular-nums' }),
  times: css({ display: 'flex', flexWrap: 'wrap', gap: space(3), padding: space(4) }),
  field: css({ flex: '1 1 120px', display: 'grid', gap: space(1.5), fontSize: size.xs, color: color.soft }),
  time: css({
    minBlockSize: '48px',
    paddingInline: space(3),
    border: 0,
    borderRadius: radius.field,
    color: color.text,
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.edge}`,
    fontVariantNumeric: 'tabular-nums',
  }),
};

const MINUTES_OF_HOUR = 60;

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns a minute of the day (0 to 1439) as the value of a time input (`HH:MM`), for the quiet hours. */
const timeOf = (minute: number): string =>
  `${two(Math.floor(minute / MINUTES_OF_HOUR))}:${two(minute % MINUTES_OF_HOUR)}`;

/** Returns the minute of the day of a time input's value; undefined while it is incomplete. */
function minuteOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_OF_HOUR + Number(minutes);
}

/** Initial quiet hours, from 22:00 to 07:00; minutes of the day. */
const FIRST_QUIET = { from: 1_320, to: 420 };

type Props = { readonly settings: Settings; readonly onChange: (change: SettingsChange) => void };

const Time = (props: { readonly label: string; readonly at: number; readonly onChoose: (minute: number) => void }) => {
  const { label, at, onChoose } = props;
  const id = useId();
  return (
    <label css={styles.field} htmlFor={id}>
      {label}
      <input
        css={styles.time}
        id={id}
        type="time"
        value={timeOf(at)}
        onChange={({ target }) => {
          const minute = minuteOf(target.value);
          if (minute !== undefined) onChoose(minute);
        }}
      />
    </label>
  );
};

const without = (kinds: readonly PushKind[], kind: PushKind) => kinds.filter((candidate) => candidate !== kind);

/** Settings: how much notifications show, which kinds are muted, the quiet hours, and for hosts whether the closed app rings. */
const NoticeChoices = ({ settings, onChange }: Props) => {
  const { t } = useTranslation('notify');
  const isHost = useSession()?.role === ROLE_ANCHOR;
  const { noticeShows, mutedNotices, quietHours, ringWhenClosed } = settings;
  if (!useWords('notify')) return null;
  return (
    <div css={styles.root}>
      <Group title={t('shows')}>
        <RadioList
          legend={t('shows')}
          options={NOTICE_SHOWS.map((value) => ({ value, label: t(value) }))}
          value={noticeShows}
          onChoose={(next) => onChange({ noticeShows: next })}
        />
      </Group>
      <Group>
        <details css={styles.kinds}>
          <summary>
            <span css={styles.words}>
              {t('kinds')}
              <span css={styles.hint}>{t('kindsHint')}</span>
            </span>
            <span
              css={styles.count}
            >{`${formatNumber(PUSH_KINDS.length - mutedNotices.length)}/${formatNumber(PUSH_KINDS.length)}`}</span>
            <ChevronDown size={18} aria-hidden="true" />
          </summary>
          {PUSH_KINDS.map((kind) => (
            <Switch
              key={kind}
              label={t(kind)}
              on={!mutedNotices.includes(kind)}
              onSwitch={(on) =>
                onChange({ mutedNotices: on ? without(mutedNotices, kind) : [...without(mutedNotices, kind), kind] })
              }
            />
          ))}
        </details>
        <Switch
          label={t('quiet')}
          hint={t('quietHint')}
          on={quietHours !== null}
          onSwitch={(on) => onChange({ quietHours: on ? FIRST_QUIET : null })}
        />
        {quietHours ? (
          <div css={styles.times}>
            <Time
              label={t('from')}
              at={quietHours.from}
              onChoose={(from) => onChange({ quietHours: { ...quietHours, from } })}
            />
            <Time
              label={t('to')}
              at={quietHours.to}
              onChoose={(to) => onChange({ quietHours: { ...quietHours, to } })}
            />
          </div>
        ) : null}
        {isHost ? (
          <Switch
            label={t('ring')}
            hint={t('ringHint')}
            on={ringWhenClosed}
            onSwitch={(on) => onChange({ ringWhenClosed: on })}
          />
        ) : null}
      </Group>
    </div>
  );
};
export default NoticeChoices;

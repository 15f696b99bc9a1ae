import { css } from '@emotion/react';
import { CheckCircle2, Circle, CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { HOST_NEEDS, type Hosting } from '#contract/hosting/endpoints.ts';
import { HOST_ABOUT_MIN_CHARS } from '#contract/hosting/rules.ts';
import { ANCHOR_SHARE_PERCENT } from '#contract/wallet/rules.ts';
import { userActions } from '../../../core/core.ts';
import { formatNumber, formatPercent } from '../../../i18n/format.ts';
import { EDIT_PROFILE } from '../../../paths.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { Switch } from '../../../ui/input/switch.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, radius, space } from '../../../ui/style/tokens.ts';
import { ApplicationClip, clipIdOf, dropClips, useClipUploads } from './application-clip.tsx';
import { Identity } from './identity.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(5) }),
  lead: css({ color: color.soft, textWrap: 'pretty' }),
  note: css({
    display: 'flex',
    gap: space(3),
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& > svg': { flexShrink: 0, color: color.accentText },
    '& h2': { fontSize: '1rem' },
    '& p': { color: color.soft, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  }),
  words: css({ display: 'grid', gap: space(1), minInlineSize: 0 }),
  rules: css({ display: 'grid', gap: space(2), padding: space(4), paddingInlineStart: space(9), listStyle: 'disc' }),
};

const RULES = ['age', 'conduct', 'review'] as const;
/** States in which the account may apply, or apply again. */
const OPEN: ReadonlySet<Hosting['state']> = new Set(['none', 'returned', 'declined']);
/** States of the identity check with which the server takes an application. */
const CHECKED: ReadonlySet<string> = new Set(['processing', 'verified', 'review']);

type NoteProps = { readonly state: Exclude<Hosting['state'], 'none' | 'accepted'>; readonly reason: string };

/** State of an application: while it is submitted with a fixed text, afterwards with the operator's words about it. */
const StateNote = ({ state, reason }: NoteProps) => {
  const { t } = useTranslation('hosting');
  const Icon = state === 'submitted' ? Clock : CircleAlert;
  return (
    <section css={styles.note} role="status">
      <Icon size={22} aria-hidden="true" />
      <div css={styles.words}>
        <h2>{t(`state.${state}`)}</h2>
        <p dir="auto">{state === 'submitted' ? t('state.submittedText') : reason}</p>
      </div>
    </section>
  );
};

/**
 * Form to apply to be a host, for an account that is none: the parts that a profile needs, each done or open, the identity check if there
 * is one, a clip, and the rules to accept. Above it is the state of an earlier application (submitted, returned, declined, suspended); a
 * submitted or suspended one shows only that. Below the button is what is still open.
 */
export const HostApplication = ({ hosting }: { readonly hosting: Hosting }) => {
  const { t } = useTranslation('hosting');
  const { state, reason, missing, identity, hasClip } = hosting;
  const uploads = useClipUploads() ?? [];
  const [accepts, setAccepts] = useState(false);
  const [busy, setBusy] = useState(false);
  const apply = async () => {
    setBusy(true);
    const applied = await userActions.applyAsHost(clipIdOf(uploads));
    if (applied.ok) dropClips(uploads);
    reportFailure(applied);
    setBusy(false);
  };
  const isUploading = uploads.some((upload) => upload.state === 'waiting' || upload.state === 'sending');
  const isChecked = !identity || CHECKED.has(identity.state);
  const labelOf = (need: (typeof HOST_NEEDS)[number]) =>
    t(`needs.${need}`, { number: formatNumber(HOST_ABOUT_MIN_CHARS) });
  const open = [
    ...HOST_NEEDS.filter((need) => missing.includes(need)).map(labelOf),
    ...(isChecked ? [] : [t('identity.title')]),
    ...(accepts ? [] : [t('rules.accept')]),
  ];
  return (
    <div css={styles.root}>
      {state === 'none' || state === 'accepted' ? (
        <p css={styles.lead}>{t('lead', { percent: formatPercent(ANCHOR_SHARE_PERCENT / 100) })}</p>
      ) : (
        <StateNote state={state} reason={reason} />
      )}
      {OPEN.has(state) ? (
        <>
          <Group title={t('needs.title')}>
            {HOST_NEEDS.map((need) => {
              const isDone = !missing.includes(need);
              return (
                <PlainRow
                  key={need}
                  icon={
                    isDone ? <CheckCircle2 size={20} aria-hidden="true" /> : <Circle size={20} aria-hidden="true" />
                  }
                  label={labelOf(need)}
                  value={t(isDone ? 'needs.done' : 'needs.open')}
                />
              );
            })}
          </Group>
          <Link href={EDIT_PROFILE} css={buttonStyle} data-look={missing.length > 0 ? 'primary' : 'plain'}>
            {t('needs.edit')}
          </Link>
          {identity ? <Identity identity={identity} /> : null}
          <ApplicationClip uploads={uploads} hasClip={hasClip} />
          <Group title={t('rules.title')}>
            <ul css={styles.rules}>
              {RULES.map((rule) => (
                <li key={rule}>{t(`rules.${rule}`)}</li>
              ))}
            </ul>
            <Switch label={t('rules.accept')} on={accepts} onSwitch={setAccepts} />
          </Group>
          <Button variant="primary" disabled={busy || isUploading || open.length > 0} onClick={() => void apply()}>
            {t(state === 'none' ? 'apply' : 'applyAgain')}
          </Button>
          {open.length > 0 ? (
            <p css={styles.lead}>
              {t('needs.open')}: {open.join(' · ')}
            </p>
          ) : null}
        </>
      ) : null}
    </div>
  );
};

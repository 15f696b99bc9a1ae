import { css } from '@emotion/react';
import { Copy, ExternalLink, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config as brand } from '#brand/config.ts';
import { parseJsonObject } from '#contract/api/answer.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Group, PlainRow } from '../../../ui/layout/group.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  lead: css({ color: color.soft, textWrap: 'pretty', marginBlockEnd: space(2) }),
  actions: css({ display: 'flex', alignItems: 'center', flexShrink: 0 }),
  reach: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(2),
    fontSize: size.xs,
    color: color.soft,
    '&::before': {
      content: '""',
      inlineSize: '10px',
      blockSize: '10px',
      borderRadius: '50%',
      backgroundColor: color.away,
    },
    '&[data-reach="reachable"]::before': { backgroundColor: color.online },
    '&[data-reach="unreachable"]::before': { backgroundColor: color.danger },
  }),
  link: css({
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: '50%',
    color: color.soft,
    '&:hover': { backgroundColor: color.hover, color: color.text },
  }),
};

/** Result of the reachability check of the app's origin. */
type Reach = 'checking' | 'reachable' | 'unreachable';

const PATIENCE_MS = 5_000;

/** Checks whether the server of the page's own origin answers; a page cannot check other origins because of CORS. */
async function ask(): Promise<Reach> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    // A captive portal answers any request with its own page, so the body must be that of the health check.
    const { status } = parseJsonObject(await answer.text()) ?? {};
    return answer.ok && status === 'ok' ? 'reachable' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

/** Returns whether the server of this origin answers, checked on mount, and a function that checks again. */
function useReach(): readonly [Reach, () => void] {
  const [reach, setReach] = useState<Reach>('checking');
  const check = useCallback(() => {
    setReach('checking');
    void ask().then(setReach);
  }, []);
  useEffect(check, [check]);
  return [reach, check];
}

const REACH_KEYS = {
  checking: 'checking',
  reachable: 'reachable',
  unreachable: 'unreachable',
} as const satisfies Record<Reach, string>;

const CopyButton = ({ host, origin }: { readonly host: string; readonly origin: string }) => {
  const { t } = useTranslation(['domain', 'errors']);
  const copy = async () => {
    const copied = await navigator.clipboard.writeText(origin).then(
      () => true,
      () => false,
    );
    showToast(copied ? t('copied') : t('errors:forbidden'), copied ? 'calm' : 'bad');
  };
  return (
    <IconButton label={t('copyName', { address: host })} onClick={() => void copy()}>
      <Copy size={20} />
    </IconButton>
  );
};

/** Domains of the product: the current one with a reachability check, and the alternatives, which open in a new tab. */
export const Addresses = () => {
  const { t } = useTranslation('domain');
  const [reach, checkAgain] = useReach();
  const others = [brand.domain, ...brand.alternativeDomains].filter((domain) => domain !== location.host);
  return (
    <>
      <p css={styles.lead}>{t('lead')}</p>
      <Group title={t('current')}>
        <PlainRow
          label={location.host}
          action={
            <span css={styles.actions}>
              <CopyButton host={location.host} origin={location.origin} />
            </span>
          }
        />
        <PlainRow
          icon={
            <span css={styles.reach} data-reach={reach} role="status">
              {t(REACH_KEYS[reach])}
            </span>
          }
          label=""
          action={
            <IconButton label={t('again')} disabled={reach === 'checking'} onClick={checkAgain}>
              <RefreshCw size={20} />
            </IconButton>
          }
        />
      </Group>
      <Group title={t('others')}>
        {others.length === 0 ? <PlainRow label={t('only')} /> : null}
        {others.map((host) => (
          <PlainRow
            key={host}
            label={host}
            action={
              <span css={styles.actions}>
                <CopyButton host={host} origin={`https://${host}`} />
                <a
                  href={`https://${host}`}
                  css={styles.link}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={t('openName', { address: host })}
                  title={t('openName', { address: host })}
                >
                  <ExternalLink size={20} />
                </a>
              </span>
            }
          />
        ))}
      </Group>
    </>
  );
};

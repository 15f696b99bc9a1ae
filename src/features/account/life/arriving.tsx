import { css } from '@emotion/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '#contract/result.ts';
import { core } from '../../../core/core.ts';
import { explain } from '../../../i18n/errors.ts';
import { useWords } from '../../../i18n/more.ts';
import { Button } from '../../../ui/input/button.tsx';
import { FormError } from '../../../ui/input/form-error.tsx';
import { color, space } from '../../../ui/style/tokens.ts';
import { useMoveState } from './use-move-state.ts';

const styles = {
  root: css({ display: 'grid', gap: space(4) }),
  digits: css({ fontSize: '56px', fontWeight: 700, textAlign: 'center', letterSpacing: '0.1em' }),
  text: css({ color: color.soft, textAlign: 'center', textWrap: 'pretty' }),
};

type Props = { readonly code: string; readonly onOther: () => void };

/** Shows the digits that the user must choose on the other device, and signs in once they were chosen. */
const Claimed = ({ code, digits, onOther }: Props & { readonly digits: string }) => {
  const { t } = useTranslation('life');
  const { state } = useMoveState(() => core.claimedMove(code), 'claimed');
  useEffect(() => {
    if (state === 'done') void core.signIn({ way: 'guest' });
  }, [state]);
  if (state === 'over') return <Over onOther={onOther} text={t('move.over')} />;
  return (
    <div css={styles.root}>
      <p css={styles.digits}>
        <bdi>{digits}</bdi>
      </p>
      <p css={styles.text} role="status">
        {t('move.shows')}
      </p>
    </div>
  );
};

const Over = ({ text, onOther }: { readonly text: string; readonly onOther: () => void }) => {
  const { t } = useTranslation('life');
  return (
    <div css={styles.root}>
      <FormError text={text} />
      <Button wide onClick={onOther}>
        {t('move.other')}
      </Button>
    </div>
  );
};

/** Takes over an account from another device: this device has scanned the QR code shown there. */
const Arriving = ({ code, onOther }: Props) => {
  const { t } = useTranslation('life');
  const ready = useWords('life');
  const [name, setName] = useState<string>();
  const [digits, setDigits] = useState('');
  const [error, setError] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let mounted = true;
    void core.lookAtMove(code).then((result) => {
      if (!mounted) return;
      if (result.ok) setName(result.value.nickName);
      else setError(result.error);
    });
    return () => {
      mounted = false;
    };
  }, [code]);
  const claim = async () => {
    setBusy(true);
    const result = await core.claimMove(code);
    setBusy(false);
    if (result.ok) setDigits(result.value.digits);
    else setError(result.error);
  };
  if (!ready) return null;
  if (error) return <Over text={explain(error)} onOther={onOther} />;
  if (digits !== '') return <Claimed code={code} digits={digits} onOther={onOther} />;
  if (name === undefined) return null;
  return (
    <div css={styles.root}>
      <p css={styles.text}>{t('move.continueAs', { name })}</p>
      <Button variant="primary" wide disabled={busy} onClick={() => void claim()}>
        {t('age.go')}
      </Button>
      <Button wide onClick={onOther}>
        {t('move.other')}
      </Button>
    </div>
  );
};
export default Arriving;

import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { answerConsent } from '../consent.ts';
import { Button } from '../ui/input/button.tsx';
import { Switch } from '../ui/input/switch.tsx';
import { color, radius, space } from '../ui/style/tokens.ts';
import type { ConsentWords } from './texts.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(3),
    minInlineSize: 0,
    margin: 0,
    padding: 0,
    border: 0,
    color: color.text,
    '&:focus-visible': { outline: 'none' },
  }),
  rows: css({ borderRadius: radius.card, backgroundColor: color.surface, overflow: 'hidden' }),
};

/** Choices of the consent banner in detail: a switch for each purpose, off at first, and the button that stores the decision. */
const Choices = ({ words }: { readonly words: ConsentWords }) => {
  const [measurement, setMeasurement] = useState(false);
  const [attribution, setAttribution] = useState(false);
  // The button that opened the choices is unmounted, so the focus moves here.
  const root = useRef<HTMLFieldSetElement>(null);
  useEffect(() => root.current?.focus(), []);
  return (
    <fieldset css={styles.root} ref={root} tabIndex={-1} aria-label={words.consentTitle}>
      <div css={styles.rows}>
        <Switch
          label={words.consentMeasure}
          hint={words.consentMeasureHint}
          on={measurement}
          onSwitch={setMeasurement}
        />
        <Switch label={words.consentOrigin} hint={words.consentOriginHint} on={attribution} onSwitch={setAttribution} />
      </div>
      <Button small wide onClick={() => answerConsent({ measurement, attribution }, 'sheet')}>
        {words.consentSave}
      </Button>
    </fieldset>
  );
};
export default Choices;
